import type { DealDocument } from '@plat/contracts/admin';
import { useState } from 'react';
import { Link } from 'wouter';
import { useDeals } from '../api/deal-queries.ts';
import { asCount, asMoment } from '../lib/format.ts';
import { DataTable } from '../parts/data-table.tsx';
import { Choice } from '../parts/form.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { DEAL_STAGE_NAMES } from './stages.tsx';

const STAGES = [['', 'All'], ...Object.entries(DEAL_STAGE_NAMES)] as [string, string][];

/** The deals of the company. */
export default function DealsPage() {
  const [stage, setStage] = useState('');
  const deals = useDeals(stage);
  const advice =
    'Open the buyers of a home and press “Add to deal”. Searches with a key of your company make deals too.';
  return (
    <div className="mx-auto max-w-4xl px-4 py-8">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-2">
        <h1 className="font-semibold text-2xl tracking-tight">Deals</h1>
        <Choice label="Stage" value={stage} onChange={setStage} options={STAGES} />
      </div>
      <PagedList list={deals} what="deals" empty={{ title: 'No deals here', advice }}>
        {(rows) => <DealsTable deals={rows} />}
      </PagedList>
    </div>
  );
}

function DealsTable({ deals }: { deals: readonly DealDocument[] }) {
  return (
    <DataTable
      name="Deals"
      rows={deals}
      keyOf={({ deal_id }) => deal_id}
      columns={[
        {
          header: 'Address',
          cell: ({ deal_id, address }) => (
            <Link href={`/deals/${deal_id}`} className="font-medium text-accent hover:underline">
              {address}
            </Link>
          ),
        },
        { header: 'Stage', cell: ({ stage }) => DEAL_STAGE_NAMES[stage] },
        { header: 'Buyers', isNumber: true, cell: ({ buyer_count }) => asCount(buyer_count) },
        { header: 'In talks', isNumber: true, cell: ({ active_buyer_count: count }) => asCount(count) },
        {
          header: 'Searched',
          cell: ({ updated_at }) => <span className="whitespace-nowrap">{asMoment(updated_at)}</span>,
        },
      ]}
    />
  );
}
