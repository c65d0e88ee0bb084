/** Generates JSON schemas of the answers of the operators' API from their TypeScript types. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { AnswerSchemas } from '../src/ops/api/answers.ts';
import { expectDefined } from '../src/shared/assert.ts';

type Schema = Readonly<Record<string, unknown>>;

const FILE = fileURLToPath(new URL('../src/ops/api/answers.ts', import.meta.url));

/** Types of one member of a union or a type that need no further look. */
const SIMPLE: readonly (readonly [ts.TypeFlags, Schema])[] = [
  [ts.TypeFlags.StringLike, { type: 'string' }],
  [ts.TypeFlags.NumberLike, { type: 'number' }],
  [ts.TypeFlags.BooleanLike, { type: 'boolean' }],
  [ts.TypeFlags.Null, { type: 'null' }],
  [ts.TypeFlags.Unknown, {}],
];

/** Returns the schema of each answer, and the named schemas to which they refer. */
export function answerSchemas(): AnswerSchemas {
  const options = {
    ...ts.getDefaultCompilerOptions(),
    strict: true,
    target: ts.ScriptTarget.ES2023,
  };
  const program = ts.createProgram([FILE], {
    ...{ ...options, module: ts.ModuleKind.NodeNext, allowImportingTsExtensions: true },
    ...{ exactOptionalPropertyTypes: true, skipLibCheck: true, noEmit: true, types: ['node'] },
  });
  return new Schemas(program.getTypeChecker()).of(expectDefined(program.getSourceFile(FILE), FILE));
}

class Schemas {
  readonly #checker: ts.TypeChecker;
  readonly #named = new Map<string, { readonly type: ts.Type; schema: Schema }>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  of(source: ts.SourceFile): AnswerSchemas {
    const module = expectDefined(this.#checker.getSymbolAtLocation(source), 'the module');
    const exported = this.#checker.getExportsOfModule(module);
    const symbol = exported.find(({ name }) => name === 'Answers');
    const type = this.#checker.getDeclaredTypeOfSymbol(expectDefined(symbol, 'Answers'));
    const answers = this.#checker
      .getPropertiesOfType(type)
      .map((answer): [string, Schema | null] => {
        const of = this.#checker.getTypeOfSymbol(answer);
        return [answer.name, of.flags & ts.TypeFlags.Null ? null : this.#schemaOf(of)];
      });
    const sorted = [...this.#named].sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      answers: Object.fromEntries(answers),
      definitions: Object.fromEntries(sorted.map(([name, { schema }]) => [name, schema])),
    };
  }

  #schemaOf(type: ts.Type): Schema {
    if (type.isUnion()) return this.#unionOf(type);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (type.flags & ts.TypeFlags.BooleanLiteral) {
      return { const: this.#checker.typeToString(type) === 'true' };
    }
    // A number with a unit is an intersection of a number and the unit.
    const members = type.isIntersection() ? type.types : [type];
    for (const [flags, schema] of SIMPLE) {
      if (members.some((member) => member.flags & flags)) return schema;
    }
    if (this.#checker.isArrayType(type)) {
      const [item] = this.#checker.getTypeArguments(type as ts.TypeReference);
      return { type: 'array', items: this.#schemaOf(expectDefined(item, 'the type of items')) };
    }
    return this.#refer(type);
  }

  #unionOf({ types }: ts.UnionType): Schema {
    const members = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const isBoolean = ({ flags }: ts.Type) => (flags & ts.TypeFlags.BooleanLiteral) !== 0;
    const literals = members.filter((member) => member.isLiteral() && !isBoolean(member));
    const others = members.filter((member) => !literals.includes(member) && !isBoolean(member));
    const booleans = members.filter(isBoolean);
    const schemas = [
      ...(literals.length === 0
        ? []
        : [{ enum: literals.map((literal) => (literal as ts.LiteralType).value) }]),
      ...(booleans.length === 2
        ? [{ type: 'boolean' }]
        : booleans.map((literal) => this.#schemaOf(literal))),
      ...others.map((other) => this.#schemaOf(other)),
    ];
    return schemas.length === 1 ? expectDefined(schemas[0], 'a member') : { anyOf: schemas };
  }

  /** Returns a reference to the schema of a named type, or the schema of another object. */
  #refer(type: ts.Type): Schema {
    const { aliasSymbol, aliasTypeArguments = [] } = type;
    const symbol = aliasTypeArguments.length > 0 ? undefined : (aliasSymbol ?? type.getSymbol());
    const isNamed = symbol !== undefined && !symbol.name.startsWith('__');
    if (!isNamed) return this.#objectOf(type);
    const known = this.#named.get(symbol.name);
    if (known === undefined) {
      const entry = { type, schema: {} as Schema };
      this.#named.set(symbol.name, entry);
      entry.schema = { ...this.#descriptionOf(symbol), ...this.#objectOf(type) };
    } else if (known.type !== type) throw new Error(`Two types have the name ${symbol.name}.`);
    return { $ref: `#/components/schemas/${symbol.name}` };
  }

  #objectOf(type: ts.Type): Schema {
    if (type.getCallSignatures().length > 0) throw new Error('A function is no JSON.');
    const index = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String);
    const symbols = this.#checker.getPropertiesOfType(type);
    const required = symbols.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional));
    const properties = symbols.map((symbol) => {
      const schema = this.#schemaOf(this.#checker.getTypeOfSymbol(symbol));
      return [symbol.name, { ...this.#descriptionOf(symbol), ...schema }];
    });
    return {
      type: 'object',
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) as object }),
      ...(required.length > 0 && { required: required.map(({ name }) => name) }),
      ...(index && { additionalProperties: this.#schemaOf(index.type) }),
    };
  }

  #descriptionOf(symbol: ts.Symbol): { description?: string } {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker));
    return text === '' ? {} : { description: text.replaceAll(/\s+/g, ' ') };
  }
}
