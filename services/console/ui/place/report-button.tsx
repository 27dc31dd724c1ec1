import { FileDown } from 'lucide-react';
import { failureOf } from '../api/call.ts';
import { useReport } from '../api/share-queries.ts';
import type { Place } from '../lib/place.ts';
import { Button } from '../parts/button.tsx';

/** Downloads value, offer and buyers as a PDF. */
export function ReportButton({ place }: { place: Place }) {
  const report = useReport(place);
  return (
    <>
      <Button
        small
        look="quiet"
        aria-label="Download as PDF"
        disabled={report.isPending}
        onClick={() => report.mutate()}
      >
        <FileDown size={14} aria-hidden="true" />
        PDF
      </Button>
      {report.isError ? (
        <span role="alert" className="self-center text-danger text-xs">
          {failureOf(report.error).advice}
        </span>
      ) : null}
    </>
  );
}
