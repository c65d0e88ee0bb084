import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MISUSED, readCommandLine, seedOption } from '../helpers/command-line.ts';
import { controlsOf } from './controls.ts';
import { cutPower, type CutOptions, type CutResult } from './cuts.ts';
import { imagesFolder } from './image.ts';
import { record } from './record.ts';
import { restartOn } from './restart.ts';
import { ALL_KINDS, compileShim, hasShim, NO_SHIM } from './shim.ts';

const COMMAND = 'npm run power --';

const { values } = readCommandLine(
  {
    command: COMMAND,
    about:
      'Records the disk operations of the service under load, simulates power cuts at many moments\n' +
      'and audits the possible states of the disk. Starts the service on some of them.',
    options: {
      cuts: { kind: 'number', default: 1000, least: 1, about: 'images to audit' },
      seed: seedOption(),
      runs: { kind: 'number', default: 3, least: 1, about: 'runs that end with a kill' },
      seconds: { kind: 'number', default: 6, least: 1, about: 'duration of each run' },
      restarts: { kind: 'number', default: 20, least: 0, about: 'images to start the service on' },
      controls: {
        kind: 'flag',
        about: 'also ignores syncs of one kind, which must lead to losses',
      },
      eio: { kind: 'number', default: 0, least: 0, about: 'number of failing syncs per million' },
      kinds: {
        kind: 'number',
        default: ALL_KINDS,
        least: 1,
        about: 'of these files: 1 database, 2 its log, 4 files, 8 folders, 16 others, added up',
      },
      forgiving: { kind: 'flag', about: 'pages of a failed sync stay dirty' },
      record: { kind: 'text', default: '', about: 'an existing record, instead of a new one' },
      program: { kind: 'text', default: '', about: 'main.js of another build' },
      images: { kind: 'text', default: '', about: 'a folder for images (in memory)' },
    },
  },
  process.argv.slice(2),
);

/** Estimated duration of each part on two cores, in seconds. */
const TAKES = { start: 3, image: 0.07, restart: 4 };

/** Number of disk images for each control run. Most of them show losses. */
const CONTROL_CUTS = 100;

if (!hasShim) {
  console.error(`Power cuts cannot be simulated here. ${NO_SHIM}`);
  process.exit(MISUSED);
}
const scratch = mkdtempSync(join(tmpdir(), 'pis-power-'));
const images = values.images === '' ? imagesFolder() : resolve(values.images);
const folder = values.record === '' ? `${scratch}/record` : resolve(values.record);
let isKept = false;
process.on('exit', () => {
  rmSync(images, { recursive: true, force: true });
  if (!isKept) rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

try {
  const troubles = await run();
  for (const trouble of troubles) console.error(trouble);
  if (troubles.length === 0) console.log('Nothing acknowledged can be lost.');
  else fail();
} catch (error) {
  console.error(error);
  fail();
}

/** Runs all parts of the campaign. Returns the rule violations found, as sentences. */
async function run(): Promise<readonly string[]> {
  tellExpectation();
  if (values.record === '') await makeRecord();
  const result = await cutPower({ ...cutOptions(), kept: values.restarts });
  tellCuts(result);
  const troubles = result.examples.map((example) => `Seed ${String(values.seed)}, ${example}`);
  for (const [index, image] of result.kept.entries()) {
    const missing = await restartOn(image);
    const count = `${String(index + 1)} of ${String(result.kept.length)}`;
    console.log(`started on image ${count}: ${missing.length === 0 ? 'whole' : 'NOT WHOLE'}`);
    troubles.push(...missing.map((sentence) => `${image.folder}: ${sentence}`));
  }
  return values.controls ? [...troubles, ...(await runControls())] : troubles;
}

async function makeRecord(): Promise<void> {
  const { runs, seconds, seed, eio: millionths, kinds, program } = values;
  const { starts, facts, failures, statuses } = await record({
    folder,
    library: compileShim(scratch),
    ...{ runs, seconds, seed },
    failing: { millionths, kinds },
    program: program === '' ? undefined : resolve(program),
    tell: console.log,
  });
  const answers = [...statuses].map(
    ([status, times]) => `${String(times)} times ${String(status)}`,
  );
  console.log(`${counted(facts, 'acknowledgement')}, ${counted(starts, 'start')}`);
  console.log(`answers: ${answers.join(', ')}`);
  if (millionths > 0) console.log(`${String(failures)} syncs failed`);
}

/**
 * Runs the controls, in each of which the disk ignores one kind of sync. Reports each control that
 * finds no losses, because the campaign could not detect such losses either.
 */
async function runControls(): Promise<readonly string[]> {
  const blind: string[] = [];
  for (const [name, ignores] of Object.entries(controlsOf(folder))) {
    const cuts = Math.min(values.cuts, CONTROL_CUTS);
    const { lost, broken } = await cutPower({ ...cutOptions(), cuts, ignores });
    console.log(
      `without syncs of ${name}: ${String(lost)} of ${String(cuts)} images lost something, ` +
        `${String(broken)} are broken`,
    );
    if (lost === 0) blind.push(`Without syncs of ${name} nothing is lost: the harness is blind.`);
  }
  return blind;
}

function cutOptions(): CutOptions {
  const { cuts, seed, forgiving: isForgiving } = values;
  return { folder, images, cuts, seed, isForgiving, kept: 0, tell: console.log };
}

function tellExpectation(): void {
  const { cuts, seed, runs, seconds, restarts } = values;
  const controls = values.controls ? Object.keys(controlsOf(folder)).length : 0;
  const recording = values.record === '' ? runs * (seconds + TAKES.start) : 0;
  const auditing = (cuts + controls * Math.min(cuts, CONTROL_CUTS)) * TAKES.image;
  const minutes = Math.ceil((recording + auditing + restarts * TAKES.restart) / 60);
  console.log(`Seed ${String(seed)}, ${String(cuts)} images: about ${String(minutes)} min.`);
}

function tellCuts({ operations, images: count, lost, broken, uploads, early }: CutResult): void {
  console.log(
    `${String(operations)} operations; ${String(lost)} of ${String(count)} images lost something, ` +
      `${String(broken)} are broken`,
  );
  console.log(
    `${String(uploads)} uploads acknowledged, ${String(early)} before their file was durable`,
  );
}

function counted(count: number, what: string): string {
  return `${String(count)} ${what}${count === 1 ? '' : 's'}`;
}

function fail(): void {
  process.exitCode = 1;
  isKept = values.record === '';
  const again = `--record ${folder} --seed ${String(values.seed)} --cuts ${String(values.cuts)}`;
  console.error(`FAILED. The record is kept. Repeat with: ${COMMAND} ${again}`);
}
