import { CannotRun, defineCampaign } from './campaign.ts';
import { endCleanly } from './shutdown.ts';
import { TRIALS } from './overload/trials.ts';
import { openWorld } from './overload/world.ts';

const NAMES = Object.keys(TRIALS);

/** Returns the names of the trials to run. By default, these are all. */
function chosen(only: string): readonly string[] {
  return only === '' ? NAMES : only.split(',');
}

/**
 * Overloads the service in several ways. Checks which requests it rejects, that other clients are
 * still served, and that the service recovers.
 */
export const overload = defineCampaign({
  about:
    'slow and silent clients, bursts, unknown clients: others are served, and the service recovers',
  options: {
    only: { kind: 'text', default: '', about: `some of ${NAMES.join(', ')}` },
  },
  seconds: ({ only }) =>
    chosen(only).reduce((sum, name) => sum + 5 + (TRIALS[name]?.seconds ?? 0), 0),
  run: async ({ only }, surroundings) => {
    for (const name of chosen(only)) {
      const trial = TRIALS[name];
      if (trial === undefined) {
        throw new CannotRun(`There is no ${name}. There are ${NAMES.join(', ')}.`);
      }
      surroundings.tell(name);
      const world = await openWorld(surroundings, name, trial.settings);
      await trial.run(world);
      await endCleanly(world.service, world.data, surroundings.checks, trial.reports);
    }
  },
});
