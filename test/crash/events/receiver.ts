import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { sandboxPki } from '../../../src/sandbox/pki/paths.ts';
import type { Dice } from '../random.ts';
import { Violation } from '../story.ts';
import { stateIn, type Client } from './client.ts';

/** The parts of a security event token that the campaign uses. */
interface Claims {
  readonly jti: string;
  readonly aud: string;
  readonly events: Readonly<Record<string, { readonly subject: Readonly<Record<string, string>> }>>;
}

/** An event, as it was first received. */
export interface Arrived {
  readonly jti: string;
  /** The type without its prefix. */
  readonly type: string;
  readonly resourceId: string;
  readonly path: string;
}

/**
 * The server of a TPP. It reads the resource of each event. It accepts most events, and refuses,
 * cuts or delays the others.
 */
export class Receiver {
  /** The events in the order of their first arrival, also those that were refused. */
  readonly arrived = new Map<string, Arrived>();
  /** The ids of the events that were accepted. */
  readonly accepted = new Set<string>();
  /** The state that was last read of each resource. */
  readonly states = new Map<string, string>();
  readonly violations: Violation[] = [];
  readonly client: Client;
  /** Number of pushes that failed. */
  refused = 0;
  /** Number of events that arrived once more after they were accepted. */
  repeated = 0;
  /** True if it accepts all events. */
  isHonest = false;
  readonly #dice: Dice;
  readonly #server: ReturnType<typeof createServer>;

  /** @param pki the folder with the certificate of the server */
  constructor(client: Client, pki: string, dice: Dice) {
    this.client = client;
    this.#dice = dice;
    const { certificate, key } = sandboxPki(pki).server;
    const tls = { cert: readFileSync(certificate), key: readFileSync(key) };
    this.#server = createServer(tls, (incoming, outgoing) => {
      text(incoming)
        .then((token) => this.#receive(token, outgoing))
        .catch((error: unknown) => {
          if (error instanceof Violation) this.violations.push(error);
          this.#refuse(outgoing);
        });
    });
  }

  /** Starts the server. Returns its address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    return `https://127.0.0.1:${String(port)}/${this.client.name}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #receive(token: string, outgoing: ServerResponse): Promise<void> {
    const event = this.#note(token);
    const behaviour = this.isHonest ? 100 : this.#dice.between(0, 99);
    if (behaviour < 5) {
      this.refused += 1;
      outgoing.destroy();
      return;
    }
    if (behaviour < 15) {
      this.#refuse(outgoing);
      return;
    }
    if (behaviour < 30) await wait(behaviour * 10);
    await this.#read(event);
    // An event may be accepted with 202 only.
    if (behaviour >= 15 && behaviour < 20) {
      this.refused += 1;
      outgoing.writeHead(200).end();
      return;
    }
    this.accepted.add(event.jti);
    outgoing.writeHead(202).end();
  }

  #refuse(outgoing: ServerResponse): void {
    this.refused += 1;
    outgoing.writeHead(500).end();
  }

  /** Reads the resource. Throws if it is not readable now, so that the event is refused. */
  async #read({ resourceId, path }: Arrived): Promise<void> {
    const answer = await this.client.get(path);
    if (answer.status === 200) {
      this.states.set(resourceId, stateIn(answer));
      return;
    }
    const { name } = this.client;
    // A node that is being killed may refuse the token or answer with 5xx.
    if (answer.status >= 500) throw new Error(answer.text);
    throw new Violation(`${name} received an event about ${path}: ${String(answer.status)}`);
  }

  #note(token: string): Arrived {
    const { jti, aud, events } = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    ) as Claims;
    const { name } = this.client;
    if (aud !== name) throw new Violation(`${name} received an event for ${aud}.`);
    const [type = '', about] = Object.entries(events)[0] ?? [];
    const resourceId = about?.subject['http://openbanking.org.uk/rid'] ?? '';
    const resourceType = about?.subject['http://openbanking.org.uk/rty'] ?? '';
    const path = `/${resourceType}s/${resourceId}`;
    const event = { jti, type: type.replace(/^.*:/, ''), resourceId, path };
    if (this.accepted.has(jti)) this.repeated += 1;
    if (!this.arrived.has(jti)) this.arrived.set(jti, event);
    return event;
  }
}
