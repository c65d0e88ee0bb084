import { z } from 'zod';
import { setting } from './setting.ts';
import { upTo } from './value-types.ts';

/** Settings of the traces for OpenTelemetry (docs/decisions, 180). */
export const MONITORING_SETTINGS = {
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
