import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dataFolder } from '../../src/config/data-folder.ts';
import { contentPath } from '../../src/store/files/content.ts';
import { Dice } from '../crash/random.ts';
import { Disk } from './disk.ts';
import { auditImage, type Digests, type Fact } from './facts.ts';
import { Images } from './image.ts';
import { factsOf, recordPlaces, tracesOf } from './recording.ts';
import { answeredId, readTrace, type Operation } from './trace.ts';

/** Maximum number of problems to print. */
const MAX_EXAMPLES = 12;
/** Maximum number of problems to report for each disk image. */
const MAX_SENTENCES = 3;
/** Number of operations after a start during which the power is cut more often. */
const EARLY_OPERATIONS = 300;
/** Number of disk images between two progress reports. */
const TOLD_EVERY = 250;

export interface CutOptions {
  /** The folder with the record of the service's operations. */
  readonly folder: string;
  /**
   * The folder for disk images. It is in memory if possible, because there are many images and each
   * exists only for a short time.
   */
  readonly images: string;
  readonly cuts: number;
  readonly seed: number;
  /** Number of disk images to keep, so that the service can be started on them. */
  readonly kept: number;
  readonly ignores?: (operation: Operation) => boolean;
  readonly isForgiving?: boolean;
  readonly tell: (line: string) => void;
}

/** A possible disk image after a power cut, with the facts that the service acknowledged before. */
export interface KeptImage {
  readonly folder: string;
  readonly facts: readonly Fact[];
}

export interface CutResult {
  /** Number of operations in the record that were applied. */
  readonly operations: number;
  readonly images: number;
  /** Number of images that lack something that the service had acknowledged. */
  readonly lost: number;
  /** Number of images that cannot be opened or that are inconsistent. */
  readonly broken: number;
  readonly uploads: number;
  /**
   * Number of uploads that the service acknowledged before their file was durable. It does not
   * depend on when the power is cut.
   */
  readonly early: number;
  readonly examples: readonly string[];
  readonly kept: readonly KeptImage[];
}

/**
 * Simulates power cuts at random operations of a record. Each time it audits one possible state of
 * the disk.
 */
export async function cutPower(options: CutOptions): Promise<CutResult> {
  mkdirSync(options.images, { recursive: true });
  const cutting = new Cutting(options);
  for (const operation of operationsOf(options.folder)) await cutting.pass(operation);
  return cutting.result();
}

function* operationsOf(folder: string): Generator<Operation> {
  for (const trace of tracesOf(folder)) yield* readTrace(trace);
}

class Cutting {
  readonly #options: CutOptions;
  readonly #root: string;
  readonly #disk: Disk;
  readonly #images: Images;
  readonly #facts: ReadonlyMap<string, Fact>;
  readonly #moments: ReadonlyMap<number, number>;
  readonly #digests: Digests = new Map();
  /** The facts that the service has acknowledged so far. */
  readonly #told: Fact[] = [];
  readonly #counts = { operations: 0, images: 0, lost: 0, broken: 0, uploads: 0, early: 0 };
  readonly #examples: string[] = [];
  readonly #kept: KeptImage[] = [];

  constructor(options: CutOptions) {
    const { folder, seed, ignores, isForgiving = false } = options;
    this.#options = options;
    this.#root = recordPlaces(folder).data;
    const dice = new Dice(seed, 'disk');
    const ignoring = ignores === undefined ? {} : { ignores };
    this.#disk = new Disk({ root: this.#root, dice, isForgiving, ...ignoring });
    this.#images = new Images(this.#root, new Dice(seed, 'images'));
    this.#facts = factsOf(folder);
    this.#moments = momentsOf(folder, options.cuts, new Dice(seed, 'moments'));
  }

  /** Applies an operation. Then cuts the power as often as planned for this operation. */
  async pass(operation: Operation): Promise<void> {
    this.#disk.apply(operation);
    if (operation.kind === 'answer') this.#hear(operation);
    const times = this.#moments.get(this.#counts.operations) ?? 0;
    for (let cut = 0; cut < times; cut += 1) await this.#cut();
    this.#counts.operations += 1;
  }

  result(): CutResult {
    return { ...this.#counts, examples: this.#examples, kept: this.#kept };
  }

  #hear(operation: Operation): void {
    const fact = this.#facts.get(answeredId(operation) ?? '');
    if (fact === undefined) return;
    this.#told.push(fact);
    if (fact.kind !== 'file') return;
    this.#counts.uploads += 1;
    const path = contentPath(dataFolder(this.#root).files, fact.sha256);
    if (this.#disk.holds(path)) return;
    this.#counts.early += 1;
    this.#tellOf(`file ${fact.sha256} was acknowledged before it was durable`);
  }

  async #cut(): Promise<void> {
    const { images, cuts, kept, tell } = this.#options;
    const number = this.#counts.images;
    const image = `${images}/${String(number)}`;
    this.#images.write(this.#disk, image);
    if (kept > 0 && number % Math.ceil(cuts / kept) === 0) this.#keep(image);
    const { lost, broken } = await auditImage(image, this.#told, this.#digests);
    rmSync(image, { recursive: true });
    this.#counts.images += 1;
    if (lost.length > 0) this.#counts.lost += 1;
    else if (broken.length > 0) this.#counts.broken += 1;
    const sentences = [...lost, ...broken];
    if (sentences.length > 0) {
      const some = sentences.slice(0, MAX_SENTENCES).join(' ');
      this.#tellOf(`image ${String(number)}, ${String(sentences.length)} findings: ${some}`);
    }
    if (this.#counts.images % TOLD_EVERY !== 0) return;
    const { images: done, lost: lossy, broken: odd } = this.#counts;
    tell(`${String(lossy)} of ${String(done)} images lost something, ${String(odd)} are broken`);
  }

  #keep(image: string): void {
    const folder = `${image}.kept`;
    cpSync(image, folder, { recursive: true });
    this.#kept.push({ folder, facts: [...this.#told] });
  }

  #tellOf(what: string): void {
    const { operations } = this.#counts;
    if (this.#examples.length < MAX_EXAMPLES) {
      this.#examples.push(`after operation ${String(operations)}: ${what}`);
    }
  }
}

/**
 * Chooses at random after which operations the power is cut, and how often. Half of the cuts are
 * spread over all operations, most of which are writes to the database's log. The others follow
 * operations where more can go wrong: syncs, changes of names, and operations soon after a start,
 * when the service reads the previous state.
 */
function momentsOf(folder: string, cuts: number, dice: Dice): ReadonlyMap<number, number> {
  let operations = 0;
  const [others, early]: [number[], number[]] = [[], []];
  for (const trace of tracesOf(folder)) {
    const began = operations;
    for (const { kind } of readTrace(trace)) {
      if (kind !== 'write') others.push(operations);
      if (operations < began + EARLY_OPERATIONS) early.push(operations);
      operations += 1;
    }
  }
  const moments = new Map<number, number>();
  for (let cut = 0; cut < cuts; cut += 1) {
    const drawn = dice.between(0, operations - 1);
    const among = [undefined, others, undefined, early][cut % 4];
    const moment = among?.[drawn % among.length] ?? drawn;
    moments.set(moment, (moments.get(moment) ?? 0) + 1);
  }
  return moments;
}
