import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { Section } from '../parts/figure.tsx';
import { FailureNote, WaitingLines } from '../parts/notes.tsx';
import { CoverageTable } from './coverage-table.tsx';
import { Linking, MatchingTable, ValuationTable } from './measures.tsx';

/** How good values, matches and owner links are, and which counties are covered. */
export default function AccuracyPage() {
  const accuracy = useQuery({
    queryKey: ['accuracy'],
    queryFn: async ({ signal }) => (await call((plat) => plat.accuracy({ signal }))).body,
  });
  const coverage = useQuery({
    queryKey: ['county-coverage'],
    queryFn: async ({ signal }) => (await call((plat) => plat.coverage({}, { signal }))).body,
  });
  if (accuracy.isPending || coverage.isPending) {
    return (
      <div className="mx-auto max-w-6xl px-4 py-8">
        <WaitingLines lines={6} what="accuracy" />
      </div>
    );
  }
  if (accuracy.isError) return <FailureNote error={accuracy.error} retry={() => accuracy.refetch()} />;
  if (coverage.isError) return <FailureNote error={coverage.error} retry={() => coverage.refetch()} />;
  const { valuation, matching, linking } = accuracy.data;
  return (
    <div className="mx-auto max-w-6xl px-4 py-8">
      <h1 className="mb-4 font-semibold text-2xl tracking-tight">Accuracy and coverage</h1>
      <Section title="Values against sales that the model had not seen">
        <ValuationTable rows={valuation} />
      </Section>
      <Section title="Actual buyers in the list of the day before">
        <MatchingTable rows={matching} />
      </Section>
      <Section title="Owner names that were joined">
        <Linking measured={linking} />
      </Section>
      <Section title="Counties">
        <CoverageTable counties={coverage.data.counties} asOf={coverage.data.as_of} />
      </Section>
    </div>
  );
}
