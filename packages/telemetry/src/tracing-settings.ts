export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

export interface TracingSettings {
  /** Base URL of an OTLP/HTTP receiver; `/v1/traces` is appended. */
  endpoint: string;
  sampler: SamplerName;
  /** Share of traces to keep, 0 to 1, for ratio-based samplers. */
  ratio: number;
}

/** Spans of this process by outcome. Spans still in the queue are not included. */
export interface TracingCounts {
  exported: number;
  failed: number;
  waiting: number;
}
