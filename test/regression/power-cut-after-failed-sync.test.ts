import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Dice } from '../crash/random.ts';
import { bulkFile } from '../helpers/payment-file.ts';
import { Tpp } from '../helpers/tpp.ts';
import { Disk } from '../power/disk.ts';
import { auditImage, sha256, type Fact, type Findings } from '../power/facts.ts';
import { Images, imagesFolder } from '../power/image.ts';
import { ALWAYS, CALL, ERRNO, hasShim, KIND } from '../power/shim.ts';
import { useShim, type Bench } from '../power/shimmed.ts';
import { readTrace } from '../power/trace.ts';

/** Exit code of a service that cannot trust its disk. Its supervisor restarts it. */
const STORAGE_FAILED = 70;
/** The process ends at once. A longer time means that it hangs. */
const ENDED_WITHIN_MS = 20_000;
/**
 * Number of random outcomes: what a kernel discards after a failed sync, and what a power cut
 * keeps.
 */
const DRAWS = 8;

/** Returns the findings after several simulated power cuts at the end of a recording. */
async function afterPowerCuts(bench: Bench, facts: readonly Fact[]): Promise<Findings[]> {
  const operations = bench.traces.flatMap((trace) => [...readTrace(trace)]);
  const images = imagesFolder();
  const findings: Findings[] = [];
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const disk = new Disk({ root: bench.data, dice: new Dice(draw, 'disk') });
    for (const operation of operations) disk.apply(operation);
    new Images(bench.data, new Dice(draw, 'image')).write(disk, `${images}/image`);
    findings.push(await auditImage(`${images}/image`, facts));
  }
  rmSync(images, { recursive: true });
  return findings;
}

const NOTHING_WRONG = Array.from({ length: DRAWS }, () => ({ lost: [], broken: [] }));

const FILE = bulkFile(3);
const consentFact = (id: string): Fact => ({ kind: 'consent', resource: '', id });

describe.skipIf(!hasShim)('a sync that fails', () => {
  const { bench } = useShim();
  const failSyncs = (kinds: number): void => {
    const { control } = bench();
    control.fail({ calls: CALL.sync, kinds, millionths: ALWAYS, error: ERRNO.EIO });
  };

  it.each([
    ['of a folder', KIND.folder],
    ['of a file', KIND.files],
  ])(
    '%s ends the process, and the repeated upload is durable',
    async (_, kinds) => {
      const first = await bench().start();
      const tpp = await Tpp.signIn(first.origin);
      const id = await tpp.consentFor(FILE);
      failSyncs(kinds);
      // Answered 503 or not at all, but not acknowledged.
      const refused = await tpp.upload(id, FILE, { key: 'upload' }).catch(() => undefined);
      expect(refused?.status ?? 503).toBe(503);
      expect(await first.gone(ENDED_WITHIN_MS)).toMatchObject({ code: STORAGE_FAILED });
      expect(first.lastWords).not.toBe('');

      bench().control.fail(null);
      const second = await bench().start();
      const again = await Tpp.signIn(second.origin);
      expect((await again.upload(id, FILE, { key: 'upload' })).status).toBe(200);
      await second.stop();
      const file: Fact = { kind: 'file', resource: '', id, sha256: sha256(FILE) };
      expect(await afterPowerCuts(bench(), [consentFact(id), file])).toEqual(NOTHING_WRONG);
    },
    60_000,
  );

  it("for the database's log ends the process, and later acknowledgements are durable", async () => {
    const first = await bench().start();
    const tpp = await Tpp.signIn(first.origin);
    const facts = [consentFact(await tpp.consentFor(FILE))];
    failSyncs(KIND.wal);
    await expect(tpp.consentFor(FILE)).rejects.toThrow();
    expect(await first.gone(ENDED_WITHIN_MS)).toMatchObject({ code: STORAGE_FAILED });

    // The part of the log that the kernel still shows may never have reached the disk.
    bench().control.fail(null);
    const second = await bench().start();
    const again = await Tpp.signIn(second.origin);
    for (let more = 0; more < 5; more += 1) facts.push(consentFact(await again.consentFor(FILE)));
    await second.kill();
    expect(await afterPowerCuts(bench(), facts)).toEqual(NOTHING_WRONG);
  }, 60_000);
});
