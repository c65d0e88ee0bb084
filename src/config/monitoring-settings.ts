import { z } from 'zod';
import { setting } from './setting.ts';
import { address, port, upTo } from './value-types.ts';

/** Default IP address of the metrics listener. */
const DEFAULT_ADDRESS = '127.0.0.1';

/** Settings of the metrics listener and of traces (docs/decisions, 180 and 184). */
export const MONITORING_SETTINGS = {
  metricsPort: setting(
    'PIS_METRICS_PORT',
    port.optional(),
    'port of the [metrics listener](../observability.md#metrics-listener), which serves only ' +
      '`GET /metrics`, without TLS. 0 selects a free port. Unset: the listener is off.',
  ),
  metricsListenAddress: setting(
    'PIS_METRICS_LISTEN_ADDRESS',
    address.default(DEFAULT_ADDRESS),
    'IP address of the metrics listener. Only Prometheus should reach it.',
  ),
  otlpUrl: setting(
    'PIS_OTLP_URL',
    z
      .string()
      .refine(isCollector, 'Expected an address such as http://127.0.0.1:4318, without credentials')
      .transform((written) => written.replace(/\/$/, ''))
      .optional(),
    'base URL of an OpenTelemetry collector that receives [traces](../observability.md#traces) over ' +
      'OTLP/HTTP, for example `http://127.0.0.1:4318`. Unset: nothing is traced.',
  ),
  otlpSamplePercent: setting(
    'PIS_OTLP_SAMPLE_PERCENT',
    upTo(100).default(10),
    'share of the requests that are traced, in percent, 1 to 100. The jobs and messages that a ' +
      'traced request causes are traced too.',
  ),
};

function isCollector(written: string): boolean {
  const url = URL.canParse(written) ? new URL(written) : null;
  return url !== null && /^https?:$/.test(url.protocol) && !/[#@?\s]/.test(written);
}

/** Returns a line of text for each setting of the metrics listener that has no effect. */
export function monitoringProblems(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const { metricsPort, metricsListenAddress } = MONITORING_SETTINGS;
  if (environment[metricsPort.variable] !== undefined) return [];
  const { variable } = metricsListenAddress;
  if (environment[variable] === undefined) return [];
  return [`${variable} has an effect only with ${metricsPort.variable}.`];
}
