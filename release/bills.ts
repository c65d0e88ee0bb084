import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../bench/compare/command.ts';

/** Packages whose files `build.js` copies into the build, with the folder there. */
const COPIED: Readonly<Record<string, string>> = { 'swagger-ui-dist': 'dist/swagger-ui' };

/** Options of cyclonedx-npm. It lists the packages of the lock file, for all platforms. */
const OPTIONS = ['--package-lock-only', '--omit=dev', '--output-reproducible'];

/** Property of cyclonedx-npm: the folder of a package, relative to that of the service. */
const FOLDER = 'cdx:npm:package:path';

/** Distribution of the Debian packages, in the form of package URLs (deploy/image/build). */
const DISTRIBUTION = 'debian-12';

/** A component of CycloneDX 1.6, with the members that this program uses. */
interface Component {
  readonly type: string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly 'bom-ref': string;
  readonly purl: string;
  readonly cpe?: string;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
  readonly components?: readonly Component[];
}

interface Dependency {
  readonly ref: string;
  readonly dependsOn?: readonly string[];
}

/** A bill of materials (SBOM) in the format CycloneDX 1.6. */
export interface Bill {
  readonly metadata: { readonly component: { readonly 'bom-ref': string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

/** A package of package-lock.json. Packages of this repository have no `integrity`. */
interface Locked {
  readonly version: string;
  readonly license: string;
  /** SHA-512 of the tarball, as `sha512-` and base64. */
  readonly integrity?: string;
}

/**
 * Returns the bill of the npm packages in the lock file of a checkout, with the packages that are
 * copied into the build. Each has the SHA-512 of its tarball, and its address at npm's registry.
 *
 * @param options further options of cyclonedx-npm
 * @param file the path for its output
 */
export async function billOfPackages(
  checkout: string,
  file: string,
  { options = [], signal }: { readonly options?: readonly string[]; readonly signal: AbortSignal },
): Promise<Bill> {
  const args = [...options, ...OPTIONS, '--output-file', file];
  await run('cyclonedx-npm', args, { cwd: checkout, signal });
  const bill = readBill(file);
  const { packages } = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const copied = Object.entries(COPIED).flatMap(([name, folder]) => {
    const locked = packages[`node_modules/${name}`];
    return locked === undefined ? [] : [withTarball(copiedPackage(name, folder, locked), locked)];
  });
  const withTarballs = (all: readonly Component[]): readonly Component[] =>
    all.map((one) => {
      const { components } = one;
      const added = withTarball(one, packages[folderOf(one)]);
      return components === undefined ? added : { ...added, components: withTarballs(components) };
    });
  return withComponents({ ...bill, components: withTarballs(bill.components) }, copied);
}

/** Returns a bill with those packages only that a folder contains, and with its Node.js. */
export function billOfProgram(bill: Bill, program: string): Bill {
  const refs = new Set([bill.metadata.component['bom-ref']]);
  const installed = (all: readonly Component[]): readonly Component[] =>
    all
      .filter((one) => existsSync(join(program, folderOf(one))))
      .map((one) => {
        refs.add(one['bom-ref']);
        const { components } = one;
        return components === undefined ? one : { ...one, components: installed(components) };
      });
  const components = installed(bill.components);
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((on) => refs.has(on)) }));
  return withComponents({ ...bill, components, dependencies }, [
    nodeJs(join(program, 'bin', 'node')),
  ]);
}

/**
 * Returns a bill with the Debian packages of an image.
 *
 * @param folder contains a file with the control fields of each package (`status.d`)
 */
export function withDebianPackages(bill: Bill, folder: string): Bill {
  const packages = readdirSync(folder).sort();
  return withComponents(
    bill,
    packages.map((name) => debianPackage(readFileSync(join(folder, name), 'utf8'))),
  );
}

export function readBill(file: string): Bill {
  return JSON.parse(readFileSync(file, 'utf8')) as Bill;
}

/**
 * Writes a bill to a file.
 *
 * @throws Error with the faults if it does not conform to the schema of CycloneDX 1.6
 */
export async function writeBill(file: string, bill: Bill): Promise<void> {
  const text = `${JSON.stringify(bill, null, 2)}\n`;
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  const faults: unknown = await validator.validate(text);
  if (faults !== null) throw new Error(`${file} is not valid: ${JSON.stringify(faults)}`);
  writeFileSync(file, text);
}

/** Returns a bill with further components, on which the service depends. */
function withComponents(bill: Bill, added: readonly Component[]): Bill {
  const refs = added.map((component) => component['bom-ref']);
  const root = bill.metadata.component['bom-ref'];
  const dependencies = bill.dependencies.map((one) =>
    one.ref === root ? { ...one, dependsOn: [...(one.dependsOn ?? []), ...refs].sort() } : one,
  );
  return {
    ...bill,
    components: [...bill.components, ...added],
    dependencies: [...dependencies, ...refs.map((ref) => ({ ref }))],
  };
}

function folderOf({ properties = [] }: Component): string {
  return properties.find(({ name }) => name === FOLDER)?.value ?? '';
}

function copiedPackage(name: string, folder: string, { version, license }: Locked): Component {
  const purl = `pkg:npm/${name}@${version}`;
  return {
    ...{ type: 'library', name, version, 'bom-ref': purl, licenses: [declared(license)], purl },
    properties: [{ name: FOLDER, value: folder }],
  };
}

/** Returns a component with the hash and the public address of its tarball. */
function withTarball(component: Component, locked: Locked | undefined): Component {
  const [, base64] = /^sha512-(\S+)$/.exec(locked?.integrity ?? '') ?? [];
  if (base64 === undefined) return component;
  const { group, name, version } = component;
  const path = group === undefined ? name : `${group}/${name}`;
  const url = `https://registry.npmjs.org/${path}/-/${name}-${version}.tgz`;
  return {
    ...component,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }],
    externalReferences: [{ type: 'distribution', url }],
  };
}

/** Returns the component of a Node.js program. Its licence file lists the libraries in it. */
function nodeJs(program: string): Component {
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  const purl = `pkg:generic/node@${version}`;
  const content = createHash('sha512').update(readFileSync(program)).digest('hex');
  const url = `https://github.com/nodejs/node/blob/v${version}/LICENSE`;
  return {
    ...{ type: 'application', name: 'node', version, 'bom-ref': purl, purl },
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    licenses: [declared('MIT')],
    hashes: [{ alg: 'SHA-512', content }],
    externalReferences: [{ type: 'license', url }],
  };
}

/** Returns the component of a Debian package from its control fields and its file's SHA-256. */
function debianPackage(control: string): Component {
  const field = (name: string): string =>
    new RegExp(`^${name}: (\\S+)`, 'm').exec(control)?.[1] ?? '';
  const [name, version] = [field('Package'), field('Version')];
  // Vulnerabilities are published by source package.
  const source = field('Source') || name;
  const qualifiers = `arch=${field('Architecture')}&distro=${DISTRIBUTION}&upstream=${encoded(source)}`;
  const purl = `pkg:deb/debian/${encoded(name)}@${encoded(version)}?${qualifiers}`;
  return {
    ...{ type: 'library', name, version, 'bom-ref': purl, purl },
    hashes: [{ alg: 'SHA-256', content: field('SHA256') }],
    externalReferences: [{ type: 'license', url: `file:///usr/share/doc/${name}/copyright` }],
  };
}

/** Returns a part of a package URL, in which a colon stays as it is. */
function encoded(part: string): string {
  return encodeURIComponent(part).replaceAll('%3A', ':');
}

function declared(id: string): unknown {
  return { license: { id, acknowledgement: 'declared' } };
}
