import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cleanEnvironment } from '../process.ts';
import { startService, type Service } from '../service.ts';
import { left, type Screen } from '../terminal.ts';
import { PISCTL, placeSystems, type Systems } from './systems.ts';
import type { Cleanups } from '../program.ts';

/** A service and the systems of its bank, each as a process of its own. */
export interface Bank {
  readonly service: Service;
  readonly systems: Systems;
  /** Rejects if one of the processes exits unexpectedly. */
  readonly lost: Promise<never>;
}

/** Starts the systems of the bank and the service. Shows each process. */
export async function startBank(
  screen: Screen,
  interrupted: AbortSignal,
  cleanups: Cleanups,
): Promise<Bank> {
  const folder = mkdtempSync(join(tmpdir(), 'pis-demo-bank-'));
  cleanups.push(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const systems = await placeSystems(folder);
  const all = Object.values(systems);
  const progress = screen.progress('Starting');
  const count = all.length + 1;
  let ready = 0;
  const advance = (): void => {
    ready += 1;
    progress.show(ready / count);
  };
  const start = async (service?: Service): Promise<void> => {
    const due = all.filter(({ system }) => {
      return (system.afterService === undefined) === (service === undefined);
    });
    await Promise.all(
      due.map(async (system) => {
        cleanups.push(system.stop);
        await system.start(interrupted, service);
        advance();
      }),
    );
  };
  progress.show(0);
  try {
    await start();
    const settings = all.map(({ system, url }): [string, string] => [system.setting, url]);
    const service = await startService(interrupted, Object.fromEntries(settings));
    cleanups.push(service.stop);
    advance();
    await start(service);
    progress.end();
    showProcesses(screen, service, systems);
    const lost = Promise.race([service.lost, ...all.map((system) => system.lost)]);
    lost.catch(() => undefined);
    return { service, systems, lost };
  } finally {
    progress.end();
  }
}

function showProcesses(screen: Screen, service: Service, systems: Systems): void {
  const row = (name: string, pid: number, url: string): void => {
    screen.line(`${left(name, 26)}${left(`process ${String(pid)}`, 16)}${url}`);
  };
  for (const { system, pid, url } of Object.values(systems)) {
    row(system.name, pid, url);
    screen.line(screen.style('dim', `  ${left(system.setting, 24)}${system.role}`));
  }
  row('The service, for TPPs', service.pid, service.apiUrl);
  row('  and for customers', service.pid, service.issuerUrl);
}

/** Runs a command of pisctl at the service. Shows the command and its output, and returns it. */
export async function showCommand(
  screen: Screen,
  { service }: Bank,
  command: string,
): Promise<string> {
  screen.line(screen.style('cyan', `$ pisctl ${command}`));
  const { stdout } = await promisify(execFile)(process.execPath, [PISCTL, ...command.split(' ')], {
    env: { ...cleanEnvironment(), PIS_DATA_DIR: service.directory },
  });
  const text = stdout.trimEnd();
  for (const line of text.split('\n')) screen.paragraph(line, { indent: 2 });
  return text;
}
