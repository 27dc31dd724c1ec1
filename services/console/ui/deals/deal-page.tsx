import type { DealBuyerDocument } from '@plat/contracts/admin';
import { Link } from 'wouter';
import { failureOf } from '../api/call.ts';
import { useChangeStage, useDeal } from '../api/deal-queries.ts';
import { asPhone, asPlural } from '../lib/format.ts';
import { DataTable } from '../parts/data-table.tsx';
import { EmptyNote, FailureNote, WaitingLines } from '../parts/notes.tsx';
import { buyerName, contactName, purchaseText } from '../place/buyer-texts.ts';
import { BUYER_STAGE_NAMES, DEAL_STAGE_NAMES, StageSelect } from './stages.tsx';

/** One deal: its stage, and its buyers with theirs. */
export default function DealPage({ id, canChange }: { id: string; canChange: boolean }) {
  const deal = useDeal(id);
  const changing = useChangeStage(id);
  if (deal.isPending) {
    return (
      <div className="mx-auto max-w-5xl px-4 py-8">
        <WaitingLines lines={6} what="the deal" />
      </div>
    );
  }
  if (deal.isError) return <FailureNote error={deal.error} retry={() => deal.refetch()} />;
  const { address, stage, buyers } = deal.data;
  const isDisabled = !canChange || changing.isPending;
  return (
    <div className="mx-auto max-w-5xl px-4 py-8">
      <Link href="/deals" className="text-accent text-xs hover:underline">
        All deals
      </Link>
      <div className="mt-1 mb-4 flex flex-wrap items-center justify-between gap-2">
        <h1 className="font-semibold text-2xl tracking-tight">{address}</h1>
        <StageSelect
          label="Stage of the deal"
          names={DEAL_STAGE_NAMES}
          stage={stage}
          isDisabled={isDisabled}
          onChange={(next) => changing.mutate({ stage: next })}
        />
      </div>
      <p className="mb-3 text-soft">
        {asPlural(buyers.length, 'buyer')}.{' '}
        <Link href={`/buyers?${new URLSearchParams({ address })}`} className="text-accent underline">
          Find more
        </Link>
      </p>
      {changing.isError ? (
        <p role="alert" className="mb-3 text-danger">
          {failureOf(changing.error).advice}
        </p>
      ) : null}
      {buyers.length === 0 ? (
        <EmptyNote title="No buyers yet">Search around the home with wider filters and add what you find.</EmptyNote>
      ) : (
        <DealBuyers buyers={buyers} isDisabled={isDisabled} onChange={changing.mutate} />
      )}
    </div>
  );
}

interface DealBuyersProps {
  buyers: readonly DealBuyerDocument[];
  isDisabled: boolean;
  onChange: (change: { buyer: string; stage: DealBuyerDocument['stage'] }) => void;
}

function DealBuyers({ buyers, isDisabled, onChange }: DealBuyersProps) {
  return (
    <DataTable
      name="Buyers of the deal"
      rows={buyers}
      keyOf={({ buyer }) => buyer}
      columns={[
        {
          header: 'Buyer',
          cell: ({ found }) => (
            <>
              <span className="font-medium">{buyerName(found)}</span>
              <span className="block text-soft">{purchaseText(found)}</span>
            </>
          ),
        },
        { header: 'Type', cell: ({ found }) => (found.buyer_type === 'flipper' ? 'Flipper' : 'Landlord') },
        {
          header: 'Contact',
          cell: ({ found }) => (
            <>
              <span className="block">{contactName(found)}</span>
              <span className="block">
                {found.buyer_phone_number === null ? null : asPhone(found.buyer_phone_number)}
              </span>
              <span className="block">{found.buyer_email}</span>
            </>
          ),
        },
        { header: 'Miles', isNumber: true, cell: ({ found }) => found.miles_from_subject.toFixed(2) },
        {
          header: 'Stage',
          cell: ({ buyer, stage, found }) => (
            <StageSelect
              label={`Stage of ${buyerName(found)}`}
              names={BUYER_STAGE_NAMES}
              stage={stage}
              isDisabled={isDisabled}
              onChange={(next) => onChange({ buyer, stage: next })}
            />
          ),
        },
      ]}
    />
  );
}
