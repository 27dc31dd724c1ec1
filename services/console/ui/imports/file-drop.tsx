import type { ImportDetails } from '@plat/contracts/admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { adminCall } from '../api/admin-call.ts';
import { uploadImport } from '../api/upload.ts';
import { asPercent } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/form.tsx';

const ENDINGS = '.csv,.tsv,.psv,.txt,.xlsx,.parquet,.zip,.gz';

/** Takes a file by dropping it or by a button. A file of a known layout is checked at once. */
export function FileDrop({ onUploaded }: { onUploaded: (id: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [share, setShare] = useState(0);
  const queries = useQueryClient();
  const uploading = useMutation({
    mutationFn: async (file: File): Promise<ImportDetails> => {
      setShare(0);
      const uploaded = await uploadImport(file, setShare);
      if (uploaded.layout === null) return uploaded;
      const query = { import: uploaded.id };
      await adminCall('POST', '/admin/v1/imports/preview', { query, body: { source: uploaded.layout } });
      return uploaded;
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['imports'] });
      onUploaded(id);
    },
  });
  const take = (file: File | null | undefined) => {
    if (file !== null && file !== undefined && !uploading.isPending) uploading.mutate(file);
  };
  const hover = (event: DragEvent, over: boolean) => {
    event.preventDefault();
    setIsOver(over);
  };
  return (
    <section
      aria-label="New import"
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={(event) => {
        hover(event, false);
        take(event.dataTransfer.files[0]);
      }}
      className={`mb-6 rounded-lg border border-dashed p-6 text-center ${isOver ? 'border-accent bg-accent-soft' : 'border-strong-line bg-surface'}`}
    >
      <p className="mb-1 font-semibold">Drop a file of records here</p>
      <p className="mb-3 text-soft">
        A county's roll, its sales, contacts or a do-not-contact list: CSV, Excel or Parquet, also as .gz or .zip.
      </p>
      <Button look="primary" disabled={uploading.isPending} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept={ENDINGS}
        aria-label="File of records"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {uploading.isPending ? (
        <p role="status" className="mt-3 text-soft">
          {share < 1 ? `Uploading, ${asPercent(share)}` : 'Reading the columns'}
        </p>
      ) : null}
      <div className="mt-2">
        <Problem error={uploading.error} />
      </div>
    </section>
  );
}
