/** Face of the context: the operations that the host carries out. */
export type { OperationPorts } from './ports.ts';
