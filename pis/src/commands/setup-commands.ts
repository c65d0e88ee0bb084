import type { Command } from 'commander';
import type { Context } from '../terminal/context.ts';
import { JSON_FLAG, JSON_HELP } from '../terminal/results.ts';
import { diagnose, type DoctorOptions } from './doctor.ts';
import { initSandbox, type InitOptions } from './init.ts';
import { addProfileOption } from './options.ts';

/** Adds `pis init` and `pis doctor`. */
export function addSetupCommands(
  program: Command,
  context: Context,
  end: (code: number) => void,
): void {
  program
    .command('init')
    .description('create a profile')
    .command('sandbox')
    .description('create a profile for the local sandbox, with keys that work')
    .option('--profile <name>', 'name of the profile', 'sandbox')
    .option('--data <folder>', 'data folder of the sandbox', 'data')
    .option('--tpp <id>', 'TPP of the sandbox', 'tpp-one')
    .option('--api <url>', 'address of the API', 'https://localhost:8443')
    .option('--issuer <url>', 'address of the pages for customers', 'https://localhost:8444')
    .option('--origin <url>', 'address of the internal listener', 'http://127.0.0.1:8080')
    .option('--standard <version>', 'version of the standard: v3.1 or v4.0', 'v3.1')
    .option('--force', 'replace the profile if it exists')
    .action(async (options: InitOptions) => {
      end(await initSandbox(context, options));
    });
  addProfileOption(program.command('doctor'))
    .description('check the profile, the keys, the clock and the bank')
    .option(JSON_FLAG, JSON_HELP)
    .action(async (options: DoctorOptions) => {
      end(await diagnose(context, options));
    });
}
