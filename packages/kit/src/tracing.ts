import { SAMPLERS, startTracing } from '@plat/telemetry';
import { Type } from '@sinclair/typebox';
import { type Environment, readConfig } from './config.ts';

/** Variables as OpenTelemetry names and defines them. */
const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s/]+',
      description: 'OTLP/HTTP receiver of traces; without it tracing is off',
      examples: ['http://otel-collector:4318'],
    }),
  ),
  OTEL_TRACES_SAMPLER: Type.Union(
    SAMPLERS.map((sampler) => Type.Literal(sampler)),
    { default: 'parentbased_traceidratio' },
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0.1,
    description: 'share of traces that ratio samplers keep',
  }),
};

/** @throws ConfigError listing every mistake. */
export const readTracingSettings = (env: Environment) => readConfig(Type.Object(TRACING_SETTINGS), env);

const NOTHING = async () => {};

/**
 * Starts tracing when the settings name a receiver.
 * @returns a function that sends the last spans and stops tracing, in at most three seconds.
 */
export async function traceAs(settings: ReturnType<typeof readTracingSettings>): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
  if (endpoint === undefined) return NOTHING;
  return startTracing({
    endpoint,
    sampler: settings.OTEL_TRACES_SAMPLER,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
  });
}

/** Starts tracing according to the environment, see `traceAs`. @throws ConfigError for wrong variables. */
export const traceAsConfigured = (env: Environment = process.env) => traceAs(readTracingSettings(env));
