import { Injectable } from '@nestjs/common';

/** An account for the one-click sign-in on /api/docs. */
export interface DocsAccount {
  user_name: string;
  password: string;
  name: string;
  role: string;
  shows: string;
}

/** Accounts offered on /api/docs. Empty unless a module registers some (the demo seed does). */
@Injectable()
export class DocsAccountRegistry {
  private readonly sources: (() => Promise<readonly DocsAccount[]>)[] = [];

  register(source: () => Promise<readonly DocsAccount[]>): void {
    this.sources.push(source);
  }

  async all(): Promise<readonly DocsAccount[]> {
    return (await Promise.all(this.sources.map((source) => source()))).flat();
  }
}
