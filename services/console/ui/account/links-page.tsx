import type { ShareDocument } from '@plat/contracts/admin';
import { failureOf } from '../api/call.ts';
import { useRevokeShare, useShares } from '../api/share-queries.ts';
import { asMoment } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { EmptyNote, FailureNote, WaitingLines } from '../parts/notes.tsx';

/** The links that a person made, with a button that ends each. */
export default function LinksPage() {
  const shares = useShares();
  return (
    <div className="mx-auto max-w-4xl px-4 py-8">
      <h1 className="mb-4 font-semibold text-2xl tracking-tight">Shared links</h1>
      {shares.isPending ? <WaitingLines lines={4} what="links" /> : null}
      {shares.isError ? <FailureNote error={shares.error} retry={() => shares.refetch()} /> : null}
      {shares.data === undefined ? null : <Links shares={shares.data.shares} />}
    </div>
  );
}

function Links({ shares }: { shares: readonly ShareDocument[] }) {
  if (shares.length === 0) {
    return <EmptyNote title="No links yet">Open a place and press Share to make one.</EmptyNote>;
  }
  return (
    <DataTable
      name="Shared links"
      rows={shares}
      keyOf={({ id }) => id}
      columns={[
        { header: 'Place', cell: ({ address }) => <span className="font-medium">{address}</span> },
        { header: 'By', cell: ({ shared_by }) => shared_by },
        { header: 'Made', cell: ({ created_at }) => <span className="whitespace-nowrap">{asMoment(created_at)}</span> },
        {
          header: 'Until',
          cell: ({ expires_at }) => <span className="whitespace-nowrap">{asMoment(expires_at)}</span>,
        },
        { header: 'Standing', cell: (share) => <Standing share={share} /> },
      ]}
    />
  );
}

function Standing({ share: { id, standing } }: { share: ShareDocument }) {
  const revoking = useRevokeShare();
  if (standing !== 'active') return <span className="text-faint">{standing}</span>;
  return (
    <span className="flex items-center gap-2">
      active
      <Button small look="danger" disabled={revoking.isPending} onClick={() => revoking.mutate(id)}>
        End the link
      </Button>
      {revoking.isError ? (
        <span role="alert" className="text-danger">
          {failureOf(revoking.error).advice}
        </span>
      ) : null}
    </span>
  );
}
