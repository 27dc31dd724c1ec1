import { useQuery } from '@tanstack/react-query';
import { adminCall } from '../api/admin-call.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { FailureNote, WaitingLines } from '../parts/notes.tsx';

interface Checkup {
  result: 'ok' | 'warn' | 'fail';
  checks: { name: string; standing: 'ok' | 'warn' | 'fail' | 'skipped'; seen: string; advice?: string }[];
}

const RESULTS = {
  ok: 'Everything is well.',
  warn: 'It works; something needs attention.',
  fail: 'Something is broken.',
};
const TONES = { ok: 'text-accent', warn: 'text-warn', fail: 'text-danger', skipped: 'text-faint' };

/** Everything that Plat needs, checked now. */
export default function DoctorPage() {
  const checkup = useQuery({ queryKey: ['doctor'], queryFn: () => adminCall<Checkup>('GET', '/admin/v1/doctor') });
  if (checkup.isPending) return <WaitingLines lines={6} what="the checks" />;
  if (checkup.isError) return <FailureNote error={checkup.error} retry={() => checkup.refetch()} />;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <p className={`font-medium ${TONES[checkup.data.result]}`}>{RESULTS[checkup.data.result]}</p>
        <Button disabled={checkup.isFetching} onClick={() => checkup.refetch()}>
          {checkup.isFetching ? 'Checking' : 'Check again'}
        </Button>
      </div>
      <DataTable
        name="Checks"
        rows={checkup.data.checks}
        keyOf={({ name }) => name}
        columns={[
          { header: 'Check', cell: ({ name }) => <span className="font-medium">{name}</span> },
          { header: 'Standing', cell: ({ standing }) => <span className={TONES[standing]}>{standing}</span> },
          { header: 'Seen', cell: ({ seen }) => seen },
          { header: 'What to do', cell: ({ advice }) => advice ?? '' },
        ]}
      />
    </>
  );
}
