import type { DataNode } from '@plat/dataset';
import { textTable } from './text-table.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** The database servers of a dataset with their states, as text. */
export const nodesTable = (nodes: readonly DataNode[]): string =>
  textTable(
    ['node', 'active', 'states', 'size'],
    nodes.map(({ host, port, isActive, regions }) => [
      `${host}:${port}`,
      isActive ? 'yes' : 'no',
      regions.map(({ realm, region }) => (realm === 'live' ? region : `${region} (${realm})`)).join(', ') || '-',
      megabytes(regions.reduce((sum, { bytes }) => sum + bytes, 0)),
    ]),
  );
