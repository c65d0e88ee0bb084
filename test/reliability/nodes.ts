import { SECOND_MS } from '../../src/shared/time.ts';
import { seedOption } from '../helpers/command-line.ts';
import { Violation } from '../crash/story.ts';
import { defineCampaign } from './campaign.ts';
import { playNodes, type NodesProgress } from './nodes/play.ts';

/**
 * Estimated seconds of a round on two cores, without the outage of the object store. Then the
 * seconds before and after all rounds.
 */
const SECONDS_A_ROUND = 60;
const SECONDS_AROUND = 60;

/**
 * Runs several nodes under load. Kills and pauses nodes, shifts their clocks, and makes the
 * database and the object store fail.
 */
export const nodes = defineCampaign({
  about: 'several nodes, of which any fails, and failures of the shared database and object store',
  options: {
    nodes: { kind: 'number', default: 3, least: 2, about: 'processes of the service' },
    rounds: { kind: 'number', default: 10, least: 1, about: 'rounds of six failures each' },
    clients: { kind: 'number', default: 6, least: 1, about: 'parallel clients of TPPs' },
    away: { kind: 'number', default: 60, least: 1, about: 'seconds without the object store' },
    control: {
      kind: 'flag',
      about: 'control: the database loses acknowledged commits when killed, which must be detected',
    },
    seed: seedOption(),
  },
  seconds: ({ rounds, away }) => SECONDS_AROUND + rounds * (SECONDS_A_ROUND + away),
  run: async ({ away, control, ...values }, { folder, checks, tell }) => {
    const play = playNodes({
      ...{ ...values, awayMs: away * SECOND_MS, folder, isForgetful: control },
      tell: (progress) => {
        tell(inWords(progress));
      },
    });
    const problem = await play.then(
      () => '',
      (error: unknown) => {
        if (control && !(error instanceof Violation)) throw error;
        return String(error);
      },
    );
    if (control) checks.holds('what the database forgets is found', problem !== '', problem);
    else checks.holds('nothing acknowledged lost, nothing done twice', problem === '', problem);
  },
});

function inWords({ round, losses, ...so }: NodesProgress): string {
  const counts = [
    `${String(so.kills)} nodes killed`,
    `${String(so.pauses)} paused`,
    `${String(so.databases)} ends of the database in ${String(so.commits)} commits`,
    `${String(so.awayMs / SECOND_MS)} s without the object store`,
    `${String(so.repeats)} repeats`,
    `${String(so.consents)} consents acknowledged`,
    `${String(so.payments)} payments`,
    `${String(so.finished)} finished`,
    `${String(so.cancelled)} cancelled`,
    `${String(so.tooLate)} too late for that`,
    `${String(so.revoked)} revoked`,
  ];
  return `round ${String(round)}: ${losses.join(', ')}; so far: ${counts.join(', ')}`;
}
