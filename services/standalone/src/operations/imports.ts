import type { OperationPorts } from '@plat/console/deps';
import { pageOfRows } from '@plat/console/paging';
import type { ImportDocument } from '@plat/contracts/admin';
import { AppError, validationError } from '@plat/kit';
import type { ImportRecord } from '../imports/import-record.ts';
import type { Imports } from '../imports/imports.ts';
import type { RecordsHost } from './records.ts';

export interface ImportsHost {
  /** Opened when they are needed first; null in a host without a home. */
  imports: (() => Promise<Imports>) | null;
  maxImportBytes: number;
  audit: RecordsHost['audit'];
}

type ImportPorts = Pick<
  OperationPorts,
  'listImports' | 'readImport' | 'listImportLayouts' | 'uploadImport' | 'previewImport' | 'startImport' | 'removeImport'
>;

/** Imports by file, each in a process of its own. */
export function importOperations({ imports, maxImportBytes, audit }: ImportsHost): ImportPorts {
  const opened = async (): Promise<Imports> => {
    if (imports === null) throw new AppError('SERVICE_UNAVAILABLE', 'Files are imported where the home of Plat is');
    return imports();
  };
  const found = async (id: string): Promise<{ all: Imports; record: ImportRecord }> => {
    const all = await opened();
    const record = all.find(id);
    if (record === undefined) throw new AppError('NOT_FOUND', `There is no import ${id}`);
    return { all, record };
  };
  const tell = (actor: Parameters<typeof audit.append>[0], action: string, id: string, after: object | null) =>
    audit.append(actor, { action, subject: `import:${id}`, before: null, after });

  return {
    listImports: async ({ query }) => {
      const { rows, nextCursor } = pageOfRows<ImportDocument>((await opened()).list(), query, ({ id }) => id);
      return { imports: rows, next_cursor: nextCursor };
    },

    readImport: async ({ query }) => {
      const { all, record } = await found(query.import);
      return all.details(record);
    },

    listImportLayouts: async () => {
      const { builtInSources } = await import('@plat/pipeline/sources');
      const { mappingColumns } = await import('@plat/pipeline/mapping-columns');
      return {
        max_bytes: maxImportBytes,
        sources: builtInSources.map(({ name, title }) => ({ name, title })),
        kinds: mappingColumns,
      };
    },

    uploadImport: async ({ query, actor, request }) => {
      const all = await opened();
      const record = await all.upload(request, query.name, actor);
      const { file_name, bytes } = record;
      await tell(actor, 'import.uploaded', record.id, { file_name, bytes });
      return all.details(record);
    },

    previewImport: async ({ query, body }) => {
      if ((body.source === undefined) === (body.mapping === undefined)) {
        throw validationError([{ field: 'source', problem: 'or mapping must be given, and not both' }]);
      }
      const { all, record } = await found(query.import);
      await all.preview(record, body);
      return all.document(record);
    },

    startImport: async ({ query, body, actor }) => {
      const { all, record } = await found(query.import);
      all.requireStartable(record);
      await tell(actor, 'import.started', record.id, { file_name: record.file_name, source: record.source, ...body });
      await all.start(record, {
        maxRejectedShare: body.max_rejected_share,
        acceptRejected: body.accept_rejected,
        allowBlanking: body.allow_blanking,
      });
      return all.document(record);
    },

    removeImport: async ({ query, actor }) => {
      const { all, record } = await found(query.import);
      const { file_name, state } = record;
      await tell(actor, 'import.removed', record.id, { file_name, state });
      await all.remove(record);
      return null;
    },
  };
}
