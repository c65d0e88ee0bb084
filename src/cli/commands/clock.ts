import type { ClockReport } from '../../ops/commands/clock.ts';
import { formatLondon } from '../../shared/time.ts';
import { request, type Route } from '../control-client.ts';
import type { CliContext } from '../program.ts';

const DOUBTS: Readonly<Record<NonNullable<ClockReport['doubt']>, string>> = {
  leapt: "the machine's clock jumped while the service was running.",
  behind:
    "the machine's clock was behind the latest time in the database when the service started.",
  ahead:
    "the machine's clock was far ahead of the latest time in the database when the service started.",
};

/** Shows the clock of the running service. */
export async function show(context: CliContext): Promise<ClockReport> {
  return printClock(context, 'GET /clock');
}

/** Confirms the machine's clock after a leap. */
export async function confirm(context: CliContext): Promise<ClockReport> {
  return printClock(context, 'POST /clock/confirm');
}

async function printClock(context: CliContext, route: Route): Promise<ClockReport> {
  const report = await request<ClockReport>(context, route, 'npx pisctl clock show');
  const { print } = context;
  const { node, moved, doubt } = report;
  const service = inLondon(report.service);
  const machine = inLondon(report.machine);
  if (doubt === null) print(`The clock of ${node} shows ${machine} and is trusted.`);
  else {
    print(`The clock of ${node} shows ${machine} and is not trusted. Using ${service} instead.`);
    print(`Reason: ${DOUBTS[doubt]} No due work is executed.`);
    print('If the machine is wrong, set its clock. If it is right: npx pisctl clock confirm');
  }
  if (moved !== null) print(`Business time, moved by /sandbox/clock: ${inLondon(moved)}.`);
  return report;
}

/** Returns a date-time in UTC as text in London's time. */
function inLondon(time: string): string {
  return formatLondon(Date.parse(time));
}
