import { mkdirSync, statfsSync } from 'node:fs';
import { skipped, type Measure, type Question, type Target } from '../helpers/answer.ts';
import { PaymentFiles, TWO_MB } from '../helpers/payment-file.ts';
import { forgetPeak, residentMemory, startService } from '../helpers/program.ts';
import { RESULTS_DIRECTORY } from '../helpers/results.ts';
import { figure } from '../helpers/statistics.ts';
import { Tpp } from '../helpers/tpp.ts';

const MB = 1024 * 1024;
const SIZES = [
  { label: '2 MB', maxBytes: TWO_MB },
  { label: '100 MB', maxBytes: 100 * MB },
  { label: '1 GB', maxBytes: 1024 * MB },
] as const;

/**
 * Free disk space that is required for the largest file, its temporary copy and a reserve, in
 * bytes.
 */
const DISK_BYTES = 3 * 1024 * MB;

/** Target for the peak memory above idle, in MB. */
const TARGET: Target = { kind: 'at most', value: 24 };

/** Measures whether the memory of the service grows with the size of a file. */
export const memory: Question = {
  name: 'memory',
  title: 'Does memory grow with the file?',
  about:
    'Peak memory (resident set) of the service while it receives one file, minus its memory ' +
    'after the start. The size limit is raised for this.',
  takes: { full: 45, quick: 3 },
  async ask({ isQuick, say }) {
    const unable = reasonNotTo();
    if (unable !== undefined) return skipped(unable);
    const measures: Measure[] = [];
    for (const { label, maxBytes } of SIZES.slice(0, isQuick ? 2 : SIZES.length)) {
      say(label);
      const { idle, peak, seconds } = await peakWhileReceiving(maxBytes);
      measures.push(
        {
          name: `memory.${label}`,
          label: `peak above idle, ${label}`,
          ...figure([(peak - idle) / MB]),
          unit: 'MB',
          target: TARGET,
        },
        {
          name: `memory.rate.${label}`,
          label: `received, validated and stored, ${label}`,
          ...figure([maxBytes / 1e6 / seconds]),
          unit: 'MB/s',
          better: 'more',
        },
        {
          name: `memory.idle.${label}`,
          label: `idle, ${label}`,
          ...figure([idle / MB]),
          unit: 'MB',
          better: 'less',
        },
      );
    }
    const points = SIZES.flatMap(({ label, maxBytes }): (readonly [number, number])[] => {
      const found = measures.find(({ name }) => name === `memory.${label}`);
      return found === undefined ? [] : [[maxBytes / MB, found.value]];
    });
    return {
      measures,
      charts: [
        {
          kind: 'lines',
          title: 'Peak memory above idle while a file is received',
          unit: 'MB',
          xUnit: 'MB of file',
          lines: [{ label: 'peak above idle', points }],
          target: TARGET.value,
        },
      ],
      notes: [
        'Each size has a new service. Idle is its memory when it is ready and has answered its ' +
          'first requests, before any file. For 2 MB, much of the difference is code that runs ' +
          'for the first time. The client generates the file while sending it.',
      ],
    };
  },
};

function reasonNotTo(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux reports the peak memory of another process.';
  mkdirSync(RESULTS_DIRECTORY, { recursive: true });
  const { bavail, bsize } = statfsSync(RESULTS_DIRECTORY);
  if (bavail * bsize >= DISK_BYTES) return undefined;
  return `less than ${String(DISK_BYTES / MB)} MB of disk space are free.`;
}

async function peakWhileReceiving(maxBytes: number) {
  const service = await startService({ PIS_FILE_MAX_BYTES: String(maxBytes) });
  const tpp = await Tpp.signIn(service.origin, { connections: 1 });
  const file = new PaymentFiles({ maxBytes }, 'ascii').next();
  const consentId = await tpp.consentFor(file);
  forgetPeak(service);
  const idle = residentMemory(service);
  const started = performance.now();
  await tpp.upload(consentId, file);
  const seconds = (performance.now() - started) / 1000;
  const after = residentMemory(service);
  tpp.close();
  await service.stop();
  if (idle === undefined || after === undefined)
    throw new Error('The operating system does not report the memory.');
  return { idle: idle.now, peak: after.peak, seconds };
}
