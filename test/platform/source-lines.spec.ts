import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import ts from 'typescript';
import { sourceLines } from '../../src/platform/logging/source-lines';

describe('a stack', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-built-')) + sep;
  afterAll(() => rmSync(folder, { recursive: true }));

  it('names the lines as they were written, and leaves what nobody has a map of', () => {
    const text =
      '\n\ninterface Nothing {\n  of: it;\n}\nexport const fails = (): never => {\n  throw new Error("here");\n};\n';
    const { outputText, sourceMapText } = ts.transpileModule(text, {
      fileName: 'wrong.ts',
      compilerOptions: { sourceMap: true, module: ts.ModuleKind.CommonJS },
    });
    const file = join(folder, 'wrong.js');
    writeFileSync(file, outputText);
    writeFileSync(`${file}.map`, sourceMapText!);
    const at = outputText.split('\n').findIndex((line) => line.includes('throw')) + 1;
    const column = outputText.split('\n')[at - 1]!.indexOf('throw') + 1;
    const elsewhere = `at other (${folder}unbuilt.js:1:2)\nat node:internal/main:1:1\nat x (/elsewhere/a.js:3:4)`;
    const stack = `Error: here\n at fails (${file}:${at}:${column})\n${elsewhere}`;
    expect(sourceLines(stack, folder)).toBe(`Error: here\n at fails (${join(folder, 'wrong.ts')}:7:3)\n${elsewhere}`);
  });
});
