import { Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Leases } from './leases';
import { Sweeper } from './sweeper';
// Its table is read by SQL text alone; here it becomes one of the schema's.
import './sweep-lease.entity';

/** Exports `Sweeper`: whatever comes round is registered with it. Nothing else sets a timer of its own. */
@Global()
@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [Leases, Sweeper],
  exports: [Sweeper],
})
export class JobsModule {}
