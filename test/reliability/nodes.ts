import { seedOption } from '../helpers/command-line.ts';
import { defineCampaign } from './campaign.ts';
import { playNodes } from './nodes/play.ts';

/** What a round takes on two cores, and what is before and after all of them, in seconds. */
const SECONDS_A_ROUND = 60;
const SECONDS_AROUND = 60;

/** Several nodes, any of which is lost, stands still or has a wrong clock, under load. */
export const nodes = defineCampaign({
  about: 'several nodes: killed, standing still past their lease, their database killed',
  options: {
    nodes: { kind: 'number', default: 3, least: 2, about: 'processes of the service' },
    rounds: { kind: 'number', default: 10, least: 1, about: 'rounds of four losses each' },
    clients: { kind: 'number', default: 6, least: 1, about: 'TPPs’ clients at once' },
    seed: seedOption(),
  },
  seconds: ({ rounds }) => SECONDS_AROUND + rounds * SECONDS_A_ROUND,
  run: async (values, { folder, checks, tell }) => {
    const play = playNodes({
      ...values,
      folder,
      tell: ({ round, losses, repeats, consents, payments, finished, cancelled, revoked }) => {
        const counts = [
          `${String(consents)} consents acknowledged`,
          `${String(payments)} payments`,
          `${String(finished)} finished`,
          `${String(cancelled)} cancelled`,
          `${String(revoked)} revoked`,
          `${String(repeats)} repeats`,
        ];
        tell(`round ${String(round)}: ${losses}; so far: ${counts.join(', ')}`);
      },
    });
    const problem = await play.then(() => '', String);
    checks.holds('nothing acknowledged was lost, nothing happened twice', problem === '', problem);
  },
});
