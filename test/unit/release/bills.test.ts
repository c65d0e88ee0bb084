import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { billOfProgram, withDebianPackages, writeBill, type Bill } from '../../../release/bills.ts';

const ROOT = 'service@1.0.0';

/** A package in a folder, with packages in its own folder of packages. */
function library(folder: string, components: Bill['components'] = []): Bill['components'][number] {
  const name = folder.replace(/.*node_modules\//, '');
  return {
    ...{ type: 'library', name, version: '1.0.0', 'bom-ref': name, purl: `pkg:npm/${name}@1.0.0` },
    properties: [{ name: 'cdx:npm:package:path', value: folder }],
    ...(components.length > 0 && { components }),
  };
}

const BILL: Bill & Readonly<Record<string, unknown>> = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
  metadata: { component: { 'bom-ref': ROOT, ...{ type: 'application', name: 'service' } } },
  components: [
    library('node_modules/one', [library('node_modules/one/node_modules/two')]),
    library('node_modules/of-windows'),
  ],
  dependencies: [
    { ref: ROOT, dependsOn: ['of-windows', 'one'] },
    { ref: 'of-windows' },
    { ref: 'one', dependsOn: ['of-windows', 'two'] },
    { ref: 'two' },
  ],
};

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bills-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** A folder with some of the packages, and with the Node.js of this process. */
function program(): string {
  const folder = temporaryFolder();
  for (const path of ['bin', 'node_modules/one/node_modules/two']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  symlinkSync(process.execPath, join(folder, 'bin/node'));
  return folder;
}

describe('a bill of materials', () => {
  it('of a program has its packages and its Node.js, and none for other systems', async () => {
    const bill = billOfProgram(BILL, program());
    const node = `pkg:generic/node@${process.versions.node}`;
    expect(bill.components.map(({ purl }) => purl)).toEqual(['pkg:npm/one@1.0.0', node]);
    expect(bill.components[0]?.components?.map(({ name }) => name)).toEqual(['two']);
    expect(bill.components[1]?.cpe).toContain(`:nodejs:node.js:${process.versions.node}:`);
    expect(bill.dependencies).toEqual([
      { ref: ROOT, dependsOn: ['one', node] },
      { ref: 'one', dependsOn: ['two'] },
      { ref: 'two', dependsOn: [] },
      { ref: node },
    ]);
    const file = join(temporaryFolder(), 'sbom.cdx.json');
    await writeBill(file, bill);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(bill);
  });

  it('of an image has the version, source package and hash of each Debian package', () => {
    const folder = temporaryFolder();
    const control = [
      ...['Package: libstdc++6', 'Source: gcc-12 (12.2)', 'Version: 1:12.2.0-14+deb12u1'],
      ...['Architecture: amd64', 'Description: library', ` Package: other`, 'SHA256: 0f'],
    ];
    writeFileSync(join(folder, 'libstdc++6'), `${control.join('\n')}\n`);
    const { components, dependencies } = withDebianPackages(BILL, folder);
    const purl =
      'pkg:deb/debian/libstdc%2B%2B6@1:12.2.0-14%2Bdeb12u1?arch=amd64&distro=debian-12&upstream=gcc-12';
    expect(components.at(-1)).toMatchObject({
      ...{ name: 'libstdc++6', version: '1:12.2.0-14+deb12u1', purl },
      hashes: [{ alg: 'SHA-256', content: '0f' }],
    });
    expect(dependencies[0]?.dependsOn).toContain(purl);
  });

  it('is not written if it does not conform to the schema', async () => {
    const file = join(temporaryFolder(), 'sbom.cdx.json');
    const [one] = BILL.components;
    const components = [{ ...library('node_modules/one'), type: 'lib' }];
    await expect(writeBill(file, { ...BILL, components })).rejects.toThrow(/is not valid.*type/);
    // Two components with the same reference.
    const twice = [one, one].flatMap((component) => component ?? []);
    await expect(writeBill(file, { ...BILL, components: twice })).rejects.toThrow(/is not valid/);
    expect(() => readFileSync(file)).toThrow(/ENOENT/);
  });
});
