import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getBuildInfo } from '../config/build-info';
import type { TraceAddress } from '../config/config';
import { StartupError } from '../config/startup-error';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: 'SERVER' | 'CLIENT' | 'CONSUMER';
  /** W3C traceparent of the parent span; null for a root span. */
  readonly parent: string | null;
  /** Milliseconds since 1970, with fractions. */
  readonly at: number;
  readonly attributes: Attributes;
}

export interface OpenSpan {
  readonly traceparent: string;
  /** False if the sampler dropped it. */
  readonly isKept: boolean;
  end(how: { name?: string; at: number; attributes?: Attributes; failed: boolean }): void;
}

/** Implemented by ops/telemetry/index.js, the only code that uses OpenTelemetry. */
export interface Telemetry {
  begin(beginning: SpanStart): OpenSpan;
  close(): Promise<void>;
}

/** @param folder ops/telemetry @throws StartupError if its packages are not installed */
export function openTelemetry({ endpoint, share }: TraceAddress, folder: string): Telemetry {
  if (!existsSync(join(folder, 'node_modules', '@opentelemetry', 'api')))
    throw new StartupError(
      'Configuration: OTEL_EXPORTER_OTLP_ENDPOINT asks for traces, whose packages are not installed. Install them: npm ci --prefix ops/telemetry',
    );
  const { open } = createRequire(join(folder, 'package.json'))('./index.js') as {
    open(options: TraceAddress & { version: string }): Telemetry;
  };
  return open({ endpoint, share, version: getBuildInfo().version });
}
