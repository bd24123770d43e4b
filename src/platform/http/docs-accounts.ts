import { Injectable } from '@nestjs/common';

/** Somebody as whom the API's page signs in with one click. */
export interface DocsAccount {
  user_name: string;
  password: string;
  name: string;
  role: string;
  shows: string;
}

/** Whom /api/docs offers to sign in as: nobody, unless a floor above says so (the demo, where there is one). */
@Injectable()
export class DocsAccounts {
  private readonly sources: (() => Promise<readonly DocsAccount[]>)[] = [];

  offer(source: () => Promise<readonly DocsAccount[]>): void {
    this.sources.push(source);
  }

  async all(): Promise<readonly DocsAccount[]> {
    return (await Promise.all(this.sources.map((source) => source()))).flat();
  }
}
