import type { MigrationInterface, QueryRunner } from 'typeorm';
import { choice, createTables, dropTables, instant, orNull, text, uuid, whole } from '../platform/database/table-words';

/** Streams that are open, and what processes tell each other of what stands in no trail. */
export class Live0081 implements MigrationInterface {
  name = 'Live0081_1763600000081';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'live_stream',
        columns: {
          customer_id: whole(),
          account_id: uuid(),
          slot: whole(),
          stream_id: uuid(),
          leased_until: instant(),
        },
        primary: ['customer_id', 'account_id', 'slot'],
        index: [['stream_id']],
      },
      {
        name: 'live_event',
        columns: {
          customer_id: whole(),
          live_event_id: uuid(),
          at: instant(),
          kind: choice(),
          resource: text(60),
          subject_id: orNull(text(64)),
          account_id: orNull(uuid()),
        },
        primary: ['customer_id', 'live_event_id'],
        index: [['at']],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['live_event', 'live_stream']);
  }
}
