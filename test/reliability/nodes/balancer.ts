import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Transport } from '../../../test-client/transport.ts';
import type { Answer } from '../../../test-client/answer.ts';
import type { Dice } from '../../crash/random.ts';

/** Share of the requests with an idempotency key that are sent to two nodes at the same time. */
const DOUBLED = 0.15;
/**
 * Time in milliseconds that the balancer waits for a node's response. Then it sends a repeatable
 * request to another node.
 */
const PATIENCE_MS = 1000;
/** Maximum number of nodes to which one request is sent. */
const MAX_TRIES = 5;
/** Pause before the next attempt if no node has responded, in milliseconds. */
const BACK_OFF_MS = 50;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
  /**
   * True if the request may be sent again. The standard allows this for requests with an
   * idempotency key.
   */
  readonly isRepeatable: boolean;
  readonly hasKey: boolean;
}

/**
 * A load balancer that repeats requests early, to test that nodes handle repetitions. If a node
 * does not respond quickly, the balancer sends the request to another node, even if the first one
 * still works on it. It also sends some requests to two nodes at once.
 */
export class Balancer {
  readonly origin: string;
  readonly #server: Server;
  readonly #nodes: () => readonly string[];
  readonly #dice: Dice;
  readonly #transport = new Transport({ timeoutMs: null });
  readonly #underWay = new Set<Promise<unknown>>();
  #turn = 0;
  #repeats = 0;

  private constructor(server: Server, nodes: () => readonly string[], dice: Dice) {
    this.#server = server;
    this.#nodes = nodes;
    this.#dice = dice;
    this.origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  static async start(nodes: () => readonly string[], dice: Dice): Promise<Balancer> {
    // The balancer keeps idle connections open. If it closed one, a client could lose a request
    // without any fault of a node.
    const server = createServer({ keepAliveTimeout: 0 });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const balancer = new Balancer(server, nodes, dice);
    server.on('request', (incoming, outgoing) => {
      const { method = 'GET', url = '/', headers } = incoming;
      const hasKey = headers['x-idempotency-key'] !== undefined;
      void buffer(incoming)
        .then((body) =>
          balancer.#answer({
            ...{ method, path: url, body, hasKey, isRepeatable: hasKey || method === 'GET' },
            headers: endToEndHeaders(headers),
          }),
        )
        .then((answer) => {
          outgoing.writeHead(answer.status, endToEndHeaders(Object.fromEntries(answer.headers)));
          outgoing.end(answer.bytes);
        })
        // If no node has responded, the balancer closes the connection without a response.
        .catch(() => outgoing.destroy());
    });
    return balancer;
  }

  /** Number of requests that the balancer has sent again or to two nodes. */
  get repeats(): number {
    return this.#repeats;
  }

  /** Resolves when no node is working on a request any more. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  async close(): Promise<void> {
    this.#transport.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: Request): Promise<Answer> {
    if (!request.isRepeatable) return this.#send(request, new Set());
    const tried = new Set<string>();
    const sent = [this.#send(request, tried)];
    if (request.hasKey && this.#dice.chance(DOUBLED)) sent.push(this.#again(request, tried));
    for (let tries = 1; ; tries += 1) {
      const first = Promise.any(sent).catch(() => 'none' as const);
      const late = wait(PATIENCE_MS, 'late' as const);
      const came = await Promise.race([first, late]);
      if (typeof came !== 'string') return came;
      if (tries === MAX_TRIES) return Promise.any(sent);
      if (came === 'none') await wait(BACK_OFF_MS);
      sent.push(this.#again(request, tried));
    }
  }

  #again(request: Request, tried: Set<string>): Promise<Answer> {
    this.#repeats += 1;
    return this.#send(request, tried);
  }

  /** Sends a request to the next node in turn that has not received it yet. */
  #send({ method, path, headers, body }: Request, tried: Set<string>): Promise<Answer> {
    const nodes = this.#nodes();
    this.#turn += 1;
    const inTurn = nodes.map((_, index) => nodes[(this.#turn + index) % nodes.length] ?? '');
    const origin = inTurn.find((node) => !tried.has(node)) ?? inTurn[0] ?? '';
    tried.add(origin);
    const answered = this.#transport.send({
      ...{ method, url: `${origin}${path}`, headers },
      ...(body.length > 0 && { body }),
    });
    this.#underWay.add(answered);
    const isOver = (): void => {
      this.#underWay.delete(answered);
    };
    answered.then(isOver, isOver);
    return answered;
  }
}

/** Returns a message's headers without the ones that apply only to its connection. */
function endToEndHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const connectionHeaders = [
    'connection',
    'content-length',
    'host',
    'keep-alive',
    'transfer-encoding',
  ];
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || connectionHeaders.includes(name) ? [] : [[name, value]],
    ),
  );
}
