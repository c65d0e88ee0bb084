import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlsOf } from './controls.ts';
import { cutPower, type CutOptions } from './cuts.ts';
import { imagesFolder } from './image.ts';
import { record } from './record.ts';
import { restartOn } from './restart.ts';
import { compileShim, hasShim } from './shim.ts';

/** Number of power cuts in this short test. `npm run power` makes longer records and more cuts. */
const CUTS = 100;
const CUTS_OF_CONTROL = 16;
const SECONDS = 1;
const SEED = 1;

describe.skipIf(!hasShim)('when the power is cut at any moment', () => {
  let [folder, images] = ['', ''];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pis-power-'));
    images = imagesFolder();
    const { facts } = await record({
      folder: `${folder}/record`,
      library: compileShim(folder),
      ...{ runs: 2, seconds: SECONDS, seed: SEED },
      failing: { millionths: 0, kinds: 0 },
      tell: () => undefined,
    });
    expect(facts).toBeGreaterThan(0);
  }, 120_000);
  afterAll(() => {
    for (const path of [folder, images]) rmSync(path, { recursive: true, force: true });
  });
  const cut = (options: Partial<CutOptions>) =>
    cutPower({
      ...{ folder: `${folder}/record`, images },
      ...{ cuts: CUTS, seed: SEED, kept: 0, tell: () => undefined },
      ...options,
    });

  it('acknowledged data exists, and the service continues with it', async () => {
    const { images: audited, examples, uploads, kept: stored } = await cut({ kept: 1 });
    expect({ audited, examples }).toEqual({ audited: CUTS, examples: [] });
    expect(uploads).toBeGreaterThan(0);
    for (const image of stored) expect(await restartOn(image)).toEqual([]);
  }, 120_000);

  it.each(Object.keys(controlsOf('')))(
    'losses are found if syncs of %s do nothing',
    async (control) => {
      const ignores = controlsOf(`${folder}/record`)[control];
      const { lost } = await cut({ cuts: CUTS_OF_CONTROL, ...(ignores && { ignores }) });
      expect(lost).toBeGreaterThan(0);
    },
    120_000,
  );
});
