import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Dice } from '../crash/random.ts';
import { NotStarted, ServiceProcess, type StartOptions } from '../crash/service-process.ts';
import { Violation } from '../crash/story.ts';
import { Tpp, type Reply } from '../helpers/tpp.ts';
import { Disk } from './disk.ts';
import type { Fact } from './facts.ts';
import { unrecorded } from './image.ts';
import { bringPayment, LOAD_SETTINGS, type TppRequest } from './load.ts';
import { recordPlaces, writeFacts } from './recording.ts';
import { CALL, Control, ERRNO, shimSettings } from './shim.ts';
import { answeredId, readTrace } from './trace.ts';

/** Number of parallel clients, and of file worker threads. */
const CLIENTS = 6;
const FILE_THREADS = 3;

/** The service's exit code after a failed sync. It must then be restarted. */
export const STORAGE_FAILED = 70;

/** The service's exit code if it could not start, here because of the disk. */
const NOT_STARTED = 2;

/** Maximum number of attempts to start a service on a failing disk. */
const MAX_STARTS = 50;

/** Minimum and maximum number of disk changes after which the process is killed. */
const LAST_CHANGES = [1, 400] as const;

/** Maximum time in which a service under load makes this number of changes, in milliseconds. */
const ENDED_WITHIN_MS = 60_000;

export interface RecordOptions {
  /**
   * A new folder for the service's data, the record of its operations and the acknowledged facts.
   */
  readonly folder: string;
  /** Path of the compiled shim, which is loaded into the service. */
  readonly library: string;
  readonly runs: number;
  /** Duration of a run in seconds until the service is killed, without the time for starts. */
  readonly seconds: number;
  readonly seed: number;
  /** Number of syncs in a million that fail, and the kinds of files. With 0, none fails. */
  readonly failing: { readonly millionths: number; readonly kinds: number };
  /** The program to run. By default, it is this repository's build. */
  readonly program?: string | undefined;
  readonly tell: (line: string) => void;
}

/** Counts of what happened while the record was made. */
export interface Recorded {
  readonly starts: number;
  readonly facts: number;
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Number of syncs that failed because of the shim. */
  readonly failures: number;
}

/**
 * Runs the service with the shim under load, then kills it and starts it again, `runs` times.
 * Throws a Violation if the service responds with 500, if the record is incomplete, or if the
 * service ends for a reason other than a failed sync.
 */
export async function record(options: RecordOptions): Promise<Recorded> {
  mkdirSync(recordPlaces(options.folder).data, { recursive: true });
  const recorder = new Recorder(options);
  try {
    for (let run = 1; run <= options.runs; run += 1) await recorder.run(run);
    return recorder.finish();
  } finally {
    recorder.close();
  }
}

class Recorder {
  readonly #options: RecordOptions;
  readonly #places: ReturnType<typeof recordPlaces>;
  readonly #control: Control;
  readonly #dice: Dice;
  readonly #facts = new Map<string, Fact>();
  /** Interaction ids of the responses since this start. The record must contain each of them. */
  readonly #answered = new Set<string>();
  readonly #statuses = new Map<number, number>();
  /** Model of the disk after all recorded operations, to compare with the real folder. */
  readonly #disk: Disk;
  #starts = 0;
  #stories = 0;

  constructor(options: RecordOptions) {
    this.#options = options;
    this.#places = recordPlaces(options.folder);
    this.#control = new Control(this.#places.control);
    this.#dice = new Dice(options.seed, 'record');
    this.#disk = new Disk({ root: this.#places.data, dice: new Dice(options.seed, 'unused') });
    const { millionths, kinds } = options.failing;
    this.#control.set('seed', options.seed);
    if (millionths > 0) {
      this.#control.fail({ calls: CALL.sync, kinds, millionths, error: ERRNO.EIO });
    }
  }

  /**
   * Runs the service under load for the time of a run and then kills it. Restarts it as often as
   * needed.
   */
  async run(run: number): Promise<void> {
    let leftMs = this.#options.seconds * 1000;
    while (leftMs > 0) {
      const service = await this.#start();
      const began = performance.now();
      await this.#load(service, leftMs);
      leftMs -= performance.now() - began;
      this.#audit();
    }
    const { tell, runs } = this.#options;
    const counts = `${String(this.#facts.size)} acknowledgements so far`;
    tell(`run ${String(run)} of ${String(runs)}: ${counts}`);
  }

  finish(): Recorded {
    writeFacts(this.#options.folder, this.#facts);
    return {
      starts: this.#starts,
      facts: this.#facts.size,
      statuses: this.#statuses,
      failures: this.#control.failures,
    };
  }

  close(): void {
    this.#control.close();
  }

  /**
   * Starts the service. If the disk makes the start fail, tries again, as a process supervisor
   * does.
   */
  async #start(): Promise<ServiceProcess> {
    for (let tries = 1; ; tries += 1) {
      this.#starts += 1;
      try {
        return await ServiceProcess.start(this.#startOptions());
      } catch (error) {
        const { code = null } = error instanceof NotStarted ? error : {};
        const isExpected = this.#mayEndWith(code, NOT_STARTED, STORAGE_FAILED);
        if (!isExpected || tries === MAX_STARTS) throw error;
        this.#audit();
      }
    }
  }

  #startOptions(): StartOptions {
    const { library, program } = this.#options;
    const { data, trace } = this.#places;
    const shim = { library, dataDirectory: data, trace: trace(this.#starts) };
    return {
      dataDirectory: data,
      settings: {
        ...LOAD_SETTINGS,
        PIS_FILE_THREADS: String(FILE_THREADS),
        ...shimSettings({ ...shim, control: this.#control }),
      },
      ...(program === undefined ? {} : { command: () => [process.execPath, program] as const }),
    };
  }

  #mayEndWith(code: number | null, ...expected: readonly number[]): boolean {
    return this.#options.failing.millionths > 0 && code !== null && expected.includes(code);
  }

  /** Runs clients that make payments, until the time is over or the service has ended. */
  async #load(service: ServiceProcess, milliseconds: number): Promise<void> {
    const tpp = await Tpp.signIn(service.origin);
    const [violations, broken]: [unknown[], unknown[]] = [[], []];
    const clients = Array.from({ length: CLIENTS }, () =>
      this.#bringPayments(tpp).catch((error: unknown) => {
        (error instanceof Violation ? violations : broken).push(error);
      }),
    );
    const until = performance.now() + milliseconds;
    while (violations.length + broken.length === 0 && performance.now() < until) await wait(20);
    const isOurs = broken.length === 0;
    if (isOurs) this.#control.set('untilEnd', this.#dice.between(...LAST_CHANGES));
    const end = await service.gone(ENDED_WITHIN_MS);
    this.#control.set('untilEnd', 0);
    await Promise.all(clients);
    if (violations.length > 0) throw violations[0];
    if (end.milliseconds >= ENDED_WITHIN_MS) throw new Violation('It changes nothing more.');
    if (!isOurs && !this.#mayEndWith(end.code, STORAGE_FAILED)) {
      throw new Violation(`It ended by itself, with ${String(end.code)}. ${service.lastWords}`);
    }
  }

  async #bringPayments(tpp: Tpp): Promise<void> {
    for (;;) {
      this.#stories += 1;
      await bringPayment((request) => this.#ask(tpp, request), this.#stories);
    }
  }

  /** Sends a request. Repeats it once if the response is 503. */
  async #ask(tpp: Tpp, request: TppRequest): Promise<Reply | undefined> {
    const { method, path, options, status: expected, told: reported } = request;
    for (let tries = 0; tries < 2; tries += 1) {
      const id = randomUUID();
      const headers = { 'x-fapi-interaction-id': id };
      const reply = await tpp.call(method, path, { ...options, headers });
      const { status } = reply;
      this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
      if (status === expected) {
        const fact = reported(reply);
        this.#answered.add(id);
        if (fact !== undefined) this.#facts.set(id, fact);
        return reply;
      }
      if (status !== 503) throw new Violation(`${path} answered ${String(status)}. ${reply.text}`);
    }
    return undefined;
  }

  /**
   * Checks that the record leads to exactly the bytes in the folder, and contains all responses.
   */
  #audit(): void {
    for (const operation of readTrace(this.#places.trace(this.#starts))) {
      this.#disk.apply(operation);
      if (operation.kind === 'answer') this.#answered.delete(answeredId(operation) ?? '');
    }
    const [first, ...others] = unrecorded(this.#disk, this.#places.data);
    if (first !== undefined) {
      throw new Violation(`Not in the record: ${first}, and ${String(others.length)} others.`);
    }
    const [id] = this.#answered;
    if (id !== undefined) throw new Violation(`The answer to ${id} is not in the record.`);
  }
}
