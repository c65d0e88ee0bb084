import type { Screen } from './terminal.ts';

/** Commands that the user can try with a service in its default settings, one per line. */
const COMMANDS: readonly string[] = [
  'npm start',
  '',
  'npx pis init sandbox',
  'npx pis pay payments.csv --debtor 11280001234567 --approve-as clara',
  '',
  'curl -s localhost:8080/sandbox/token -d grant_type=client_credentials \\',
  '  -d client_id=tpp-one -d client_secret=tpp-one-secret -d scope=payments',
  '',
  'curl -s localhost:8080/sandbox/accounts/11280001234567/entries',
];

/** Shows the result of the demo, commands to try and pages to read. */
export function showClosing(screen: Screen, seconds: number): void {
  screen.heading('Your turn');
  for (const command of COMMANDS) screen.line(screen.style('cyan', command));
  screen.line();
  screen.line('http://localhost:8080/docs   all endpoints, to read and to try');
  screen.line('README.md                    the service in one page');
  screen.line('docs/ARCHITECTURE.md         how it is built and why');
  screen.line();
  const verdict = screen.style(['bold', 'green'], 'All as expected');
  screen.line(
    `${verdict} in ${seconds.toFixed(1)} s. The service has stopped and its data is removed.`,
  );
  screen.line();
}
