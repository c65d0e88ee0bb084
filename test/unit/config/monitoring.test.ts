import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';

describe('settings of the metrics listener and of traces', () => {
  test('are off by default', () => {
    expect(readConfig({})).toMatchObject({
      config: { metricsPort: undefined, metricsListenAddress: '127.0.0.1', otlpUrl: undefined },
    });
  });

  test.each([
    [{ PIS_METRICS_PORT: '9464' }, { metricsPort: 9464, metricsListenAddress: '127.0.0.1' }],
    [
      { PIS_METRICS_PORT: '0', PIS_METRICS_LISTEN_ADDRESS: '::' },
      { metricsPort: 0, metricsListenAddress: '::' },
    ],
    [{ PIS_OTLP_URL: 'http://127.0.0.1:4318/' }, { otlpUrl: 'http://127.0.0.1:4318' }],
    [{ PIS_OTLP_SAMPLE_PERCENT: '100' }, { otlpSamplePercent: 100 }],
  ])('are read from %j', (settings, expected) => {
    expect(readConfig(settings)).toMatchObject({ config: expected });
  });

  test.each([
    [{ PIS_METRICS_PORT: '65536' }, 'PIS_METRICS_PORT=65536 is not valid'],
    [
      { PIS_METRICS_PORT: '0', PIS_METRICS_LISTEN_ADDRESS: 'localhost' },
      'PIS_METRICS_LISTEN_ADDRESS=localhost is not valid',
    ],
    [
      { PIS_METRICS_LISTEN_ADDRESS: '10.0.0.1' },
      'PIS_METRICS_LISTEN_ADDRESS has an effect only with PIS_METRICS_PORT.',
    ],
    [{ PIS_OTLP_URL: 'collector:4318' }, 'PIS_OTLP_URL=collector:4318 is not valid'],
    [{ PIS_OTLP_URL: 'ftp://collector' }, 'PIS_OTLP_URL=ftp://collector is not valid'],
    [{ PIS_OTLP_SAMPLE_PERCENT: '0' }, 'PIS_OTLP_SAMPLE_PERCENT=0 is not valid'],
    [{ PIS_OTLP_SAMPLE_PERCENT: '101' }, 'PIS_OTLP_SAMPLE_PERCENT=101 is not valid'],
  ])('refuse %j', (settings, problem) => {
    expect(readConfig(settings)).toEqual({ problems: [expect.stringContaining(problem)] });
  });
});
