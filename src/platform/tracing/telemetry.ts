import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from '../build';
import type { TraceAddress } from '../config/config';
import { StartRefused } from '../config/start-refused';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface Beginning {
  readonly name: string;
  readonly kind: 'SERVER' | 'CLIENT' | 'CONSUMER';
  /** A traceparent of W3C: what this is a part of. null: nothing. */
  readonly parent: string | null;
  /** Milliseconds since 1970, with fractions. */
  readonly at: number;
  readonly attributes: Attributes;
}

export interface OpenSpan {
  readonly traceparent: string;
  /** False: it is one of those that are left out. */
  readonly isKept: boolean;
  end(how: { name?: string; at: number; attributes?: Attributes; failed: boolean }): void;
}

/** ops/telemetry/index.js: all that is known of OpenTelemetry. */
export interface Telemetry {
  begin(beginning: Beginning): OpenSpan;
  /** Sends what waits to be sent. */
  close(): Promise<void>;
}

/** @param folder ops/telemetry @throws StartRefused where its packages are not installed */
export function openTelemetry({ endpoint, share }: TraceAddress, folder: string): Telemetry {
  if (!existsSync(join(folder, 'node_modules', '@opentelemetry', 'api')))
    throw new StartRefused(
      'Configuration: OTEL_EXPORTER_OTLP_ENDPOINT asks for traces, whose packages are not installed. Install them: npm ci --prefix ops/telemetry',
    );
  const { open } = createRequire(join(folder, 'package.json'))('./index.js') as {
    open(given: TraceAddress & { version: string }): Telemetry;
  };
  return open({ endpoint, share, version: build().version });
}
