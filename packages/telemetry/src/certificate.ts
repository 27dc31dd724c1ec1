let endsAt: Date | undefined;

/** Shows in the metrics when the certificate that this process serves ends. */
export function showCertificateEnd(end: Date): void {
  endsAt = end;
}

/** In epoch seconds; undefined when this process serves no TLS. */
export const certificateEndSeconds = (): number | undefined =>
  endsAt === undefined ? undefined : endsAt.getTime() / 1000;
