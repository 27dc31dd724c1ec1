let endsAt: Date | undefined;

/** Exports the expiry time of the certificate that this process serves as a metric. */
export function showCertificateEnd(end: Date): void {
  endsAt = end;
}

/** Expiry in epoch seconds; undefined when this process serves no TLS. */
export const certificateEndSeconds = (): number | undefined =>
  endsAt === undefined ? undefined : endsAt.getTime() / 1000;
