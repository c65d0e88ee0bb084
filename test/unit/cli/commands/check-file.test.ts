import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { IntegrityError, CliError } from '../../../../src/cli/program.ts';
import { run as runProgram } from '../fixtures.ts';
import { inFolder } from '../../../contract/store/fixtures.ts';
import { account, bulkFile, fileOf, payment, PAYROLL } from '../../../helpers/payment-file.ts';
import { painOf } from '../../../helpers/pain001.ts';

/** Tuesday, 1 December 2026, 17:00 in London: after CHAPS's cut-off. */
const NOW = Date.parse('2026-12-01T17:00:00Z');

/** Runs the command on a file and returns its output and error. */
function check(file: string | Uint8Array, ...options: readonly string[]) {
  return inFolder(async (folder) => {
    writeFileSync(`${folder}/file.json`, file);
    const checked = await run([`${folder}/file.json`, ...options]);
    expect(readdirSync(folder)).toEqual(['file.json']);
    return { ...checked, said: checked.said.replaceAll(`${folder}/`, '') };
  });
}

async function run(args: readonly string[], environment = {}) {
  const lines: string[] = [];
  const checked = runProgram('check-file', args, '/nowhere', {
    ...{ environment, clock: () => NOW, lines },
  });
  const error = await checked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { said: lines.join('\n'), error };
}

describe('pisctl check-file', () => {
  it('shows how a valid file would be executed, and the values for its consent', async () => {
    const file = bulkFile(2);
    const hash = createHash('sha256').update(file).digest('base64');
    const { said, error } = await check(file, '--count', '2', '--sum', '21.00', '--hash', hash);
    expect(error).toBeUndefined();
    expect(said.split('\n')).toEqual([
      'file.json would be accepted.',
      '  BULK: Every payment is FPS, from one debtor account, on one day.',
      '  On the statement: 1 debit, reference "Internal ops code 5120101".',
      '  If approved and submitted now:',
      '    2026-12-01  2 payments by FPS, 21.00. Same-day: FPS never closes.',
      'Next: create the file payment consent with these values in its Initiation:',
      '  "FileType": "UK.OBIE.PaymentInitiation.3.1"',
      `  "FileHash": "${hash}"`,
      '  "NumberOfTransactions": "2"',
      '  "ControlSum": 21.00',
      'Then upload exactly these bytes. Limits, permissions and accounts are checked at approval.',
    ]);
  });

  it('shows the texts that payees will receive changed', async () => {
    const sent = (index: number, Reference: string) =>
      payment(index, {
        CreditorAccount: account('20000000000001', 'Fresco Ltd'),
        RemittanceInformation: { Reference },
      });
    const { said } = await check(
      fileOf([sent(0, 'INVOICE 2026/11/0018'), sent(1, 'INVOICE 2026/11/0017')]),
    );
    expect(said).toContain('characters of 0 names, 2 references and 0 notes:');
    expect(said).toContain('payment 1  "INVOICE 2026/11/0017": "INVOICE 2026/11/00"');
    expect(said).toContain('Warning: 1 payment will have the reference of another payment');
    expect(said).toContain('payments 0 and 1  "INVOICE 2026/11/00"');
  });

  it('checks a file as the type that --type names', async () => {
    const file = bulkFile(1, { RemittanceInformation: { Unstructured: ['a', 'b'] } });
    const type = 'UK.OBIE.PaymentInitiation.4.0';
    const { said } = await check(file, '--type', type);
    expect(said).toContain('reference "a b"');
    expect(said).toContain(`"FileType": "${type}"`);
    const without = await check(file);
    expect(without.said).toContain(`Payment 0 is written as in ${type}`);
  });

  it('shows the execution day with its reason, and a missing debtor account', async () => {
    const chaps = { LocalInstrument: 'UK.OBIE.CHAPS', DebtorAccount: undefined };
    const { said } = await check(bulkFile(1, chaps));
    expect(said).toContain('BATCH: Payment 0 is CHAPS, but BULK needs FPS.');
    expect(said).toContain('The customer chooses the debtor account.');
    expect(said).toContain('2026-12-02  1 payment by CHAPS, 10.50. After the cut-off of CHAPS');
    const dated = await check(
      bulkFile(1, chaps),
      '--date',
      '2026-12-03',
      '--debtor',
      '1'.repeat(14),
    );
    expect(dated.said).toContain('2026-12-03  1 payment by CHAPS, 10.50. The day asked for.');
    expect(dated.said).not.toContain('The customer chooses');
  });

  it('recognises a pain.001 by its first character', async () => {
    const file = painOf([payment(0)], '2026-12-01');
    const { said, error } = await check(file, '--count', '1');
    expect(error).toBeUndefined();
    expect(said).toContain('BULK: Every payment is FPS');
    const faulty = await check(`\ufeff${file.toString().replace('GBP', 'EUR')}`);
    expect(faulty.error).toBeInstanceOf(IntegrityError);
    expect(faulty.said).toContain('CstmrCdtTrfInitn/PmtInf[1]/CdtTrfTxInf[1]/Amt/InstdAmt/@Ccy');
  });

  it('checks the file as of another day', async () => {
    const dated = ['--date', '2026-11-30', '--debtor', '1'.repeat(14)];
    const chaps = bulkFile(1, { LocalInstrument: 'UK.OBIE.CHAPS', DebtorAccount: undefined });
    expect((await check(chaps, ...dated)).error).toBeInstanceOf(CliError);
    const before = await check(chaps, ...dated, '--as-of', '2026-11-29');
    expect(before.said).toContain('2026-11-30  1 payment by CHAPS, 10.50. The day asked for.');
    const noon = await check(chaps, '--as-of', '2026-12-02');
    expect(noon.said).toContain('2026-12-02  1 payment by CHAPS, 10.50.');
  });

  it.each(['2026-02-30', '2026-13-01', 'today', '2026-12-01T09:00:00Z', ''])(
    'rejects an invalid --as-of: %j',
    async (day) => {
      const { said, error } = await check(bulkFile(1), `--as-of=${day}`);
      expect(said).toBe('');
      expect(error).toMatchObject({ exitCode: 2 });
      expect(String(error)).toContain('--as-of must be a day such as 2026-12-01.');
    },
  );

  it('shows a range of debits if the file does not determine them', async () => {
    const bacs = (index: number, DebtorAccount: unknown) =>
      payment(index, { LocalInstrument: 'UK.OBIE.BACS', DebtorAccount });
    const named = account(PAYROLL);
    const { said } = await check(fileOf([bacs(0, named), bacs(1, undefined), bacs(2, named)]));
    expect(said).toContain('On the statement: 1 to 2 debits');
  });

  it('prints all errors of an invalid file and has exit code 1', async () => {
    const wrong = payment(0, { InstructedAmount: { Amount: '0', Currency: 'GBP' } });
    const { said, error } = await check(fileOf(Array.from({ length: 150 }, () => wrong)));
    const paths = said.match(/payment \d+ {2}Data\.DomesticPayments\[\d+\]\S* {2}UK\.OBIE\S+/g);
    expect(paths).toHaveLength(150);
    expect(said).toContain('Expected more than zero');
    expect(error).toBeInstanceOf(IntegrityError);
    expect(error).toMatchObject({ exitCode: 1 });
    expect(String(error)).toContain('Found 150 faults. Correct the file');
  });

  it('prints the result as JSON, also for an invalid file', async () => {
    const accepted = await check(bulkFile(2), '--json');
    expect(JSON.parse(accepted.said)).toMatchObject({
      accepted: true,
      facts: { payments: 2, totalPence: 2100 },
      preview: { executions: [{ day: '2026-12-01', instrument: 'FPS', payments: 2 }] },
    });
    const wrong = payment(0, { InstructedAmount: { Amount: '0', Currency: 'GBP' } });
    const rejected = await check(fileOf([wrong]), '--json');
    expect(rejected.error).toMatchObject({ exitCode: 1 });
    expect(JSON.parse(rejected.said)).toMatchObject({
      accepted: false,
      total: 1,
      faults: [{ code: expect.stringMatching(/^UK\.OBIE/) as string }],
    });
  });

  it('refuses a file that is larger than an upload may be', async () => {
    const { said, error } = await inFolder(async (folder) => {
      writeFileSync(`${folder}/file.json`, bulkFile(2));
      return run([`${folder}/file.json`], { PIS_FILE_MAX_BYTES: '100' });
    });
    expect(said).toBe('');
    expect(error).toMatchObject({ exitCode: 1 });
    expect(String(error)).toContain('its consent would stay AwaitingUpload');
    expect(String(error)).toContain('an upload may have at most 100 (PIS_FILE_MAX_BYTES)');
  });

  it('reads a file through a link', () =>
    inFolder(async (folder) => {
      writeFileSync(`${folder}/file.json`, bulkFile(2));
      symlinkSync(`${folder}/file.json`, `${folder}/link`);
      expect((await run([`${folder}/link`])).error).toBeUndefined();
    }));

  it('has exit code 2 and a message if the file or an argument is invalid', () =>
    inFolder(async (folder) => {
      mkdirSync(`${folder}/folder`);
      writeFileSync(`${folder}/file.json`, bulkFile(2));
      const file = `${folder}/file.json`;
      for (const [args, why] of [
        [[`${folder}/none`], 'none cannot be read: ENOENT'],
        [[`${folder}/folder`], 'folder is a folder. Name a file in it.'],
        [[file, '--sum', 'much'], '--sum: Found "much". Expected the sum'],
        [[file, '--hash', 'x', '--count', 'y'], /--hash: .*\n--count: /],
        [
          [file, '--date', 'x'],
          /^CliError: --date: Found "x"\. Expected a day, .* time zone, such/,
        ],
        [[file, '--date', '2026-02-30'], '--date: Found "2026-02-30". Expected a day'],
        [[file, '--date', '2020-01-01'], '--date: 2020-01-01 in London is in the past'],
        [[file, '--debtor', '1'], '--debtor: Found "1". Expected 14 digits'],
      ] as const) {
        const { error } = await run(args);
        expect(error).toBeInstanceOf(CliError);
        expect(error).toMatchObject({ exitCode: 2 });
        expect(String(error)).toMatch(why);
      }
      for (const [args, why] of [
        [[], "missing required argument 'file'"],
        [[file, file], 'too many arguments'],
        [[file, '--sums', '1'], "unknown option '--sums'\n(Did you mean --sum?)"],
      ] as const) {
        expect(String((await run(args)).error)).toContain(why);
      }
      const { error } = await run([file], { PIS_FILE_BACS: 'perhaps' });
      expect(String(error)).toContain('The settings are not valid. PIS_FILE_BACS=perhaps');
    }));
});
