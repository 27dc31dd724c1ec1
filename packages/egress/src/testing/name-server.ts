import { createSocket } from 'node:dgram';
import ipaddr from 'ipaddr.js';

/**
 * Addresses by name. `SILENT` never answers; `SERVFAIL6` fails for IPv6. Nested arrays are the answers to
 * successive queries, as in DNS rebinding; the last one repeats.
 */
export type NameRecords = Readonly<Record<string, readonly string[] | readonly (readonly string[])[]>>;

export interface NameServer {
  /** For `createDnsResolve`. */
  address: string;
  /** Names queried so far, one entry per query. */
  asked(): readonly string[];
  close(): Promise<void>;
}

const TYPE_A = 1;
const TYPE_AAAA = 28;
const SERVFAIL = 2;
const NXDOMAIN = 3;
const HEADER_BYTES = 12;

/** Starts a local name server that answers A and AAAA queries with a time to live of 0 (RFC 1035, RFC 3596). */
export async function startNameServer(records: NameRecords): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { name, type, question } = readQuestion(message);
    const nth = asked.filter((other) => other === name).length;
    asked.push(name);
    const values = valuesOf(records[name], nth);
    if (values?.includes('SILENT')) return;
    const failed = values?.includes('SERVFAIL6') && type === TYPE_AAAA;
    const code = values === undefined ? NXDOMAIN : failed ? SERVFAIL : 0;
    socket.send(answer(message, question, code, failed ? [] : recordsOf(values ?? [], type)), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: () => asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** Each lookup sends an A and an AAAA query; both get the same answer of a rebound name. */
function valuesOf(values: NameRecords[string] | undefined, nth: number): readonly string[] | undefined {
  if (values === undefined || !Array.isArray(values[0])) return values as readonly string[] | undefined;
  const turns = values as readonly (readonly string[])[];
  return turns[Math.min(Math.floor(nth / 2), turns.length - 1)];
}

function readQuestion(message: Buffer): { name: string; type: number; question: Buffer } {
  const labels: string[] = [];
  let offset = HEADER_BYTES;
  while (message.readUInt8(offset) !== 0) {
    const end = offset + 1 + message.readUInt8(offset);
    labels.push(message.toString('latin1', offset + 1, end));
    offset = end;
  }
  const question = message.subarray(HEADER_BYTES, offset + 5);
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(offset + 1), question };
}

function recordsOf(values: readonly string[], type: number): Buffer[] {
  return values
    .filter((value) => ipaddr.isValid(value))
    .map((value) => ipaddr.parse(value))
    .filter((address) => (address.kind() === 'ipv4' ? TYPE_A : TYPE_AAAA) === type)
    .map((address) => {
      const data = Buffer.from(address.toByteArray());
      // Pointer to the queried name, type, class IN, time to live 0, length of the data.
      return Buffer.concat([Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data]);
    });
}

function answer(message: Buffer, question: Buffer, code: number, records: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records]);
}
