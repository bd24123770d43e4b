import { breath } from '../breath';
import { standIn } from '../stand-in';

type Swagger = typeof import('@nestjs/swagger');
type Decorate = (...on: unknown[]) => void;

/** How many decorators are applied between two turns of the event loop: a millisecond or two. */
const AT_ONCE = 200;

const owed: ((swagger: Swagger) => void)[] = [];
let whole = (): unknown => require('@nestjs/swagger');

/** Its decorators only remember what they were given: no start needs what they say, and loading them was a tenth of one. */
export function postponeSwagger(): void {
  whole = standIn('@nestjs/swagger', (name) => {
    if (!name.startsWith('Api'))
      throw new Error(`${name} of @nestjs/swagger is no decorator: see platform/http/swagger.ts`);
    return (...given: unknown[]): Decorate =>
      (...on) => {
        owed.push((swagger) => (swagger[name as keyof Swagger] as (...given: unknown[]) => Decorate)(...given)(...on));
      };
  });
}

/** Swagger, with all that its decorators say applied. What throws stays owed: no document is made without it. */
export async function loadSwagger(): Promise<Swagger> {
  await breath();
  const swagger = whole() as Swagger;
  while (owed.length) {
    await breath();
    for (let applied = 0; applied < AT_ONCE && owed.length; applied += 1) {
      owed[0]!(swagger);
      owed.shift();
    }
  }
  return swagger;
}
