import { Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Leases } from './leases';
import { Sweeper } from './sweeper';
import { Wakes } from './wakes';
// Its table is read by SQL text alone; here it becomes one of the schema's.
import './sweep-lease.entity';

/** Exports `Sweeper`: whatever comes round is registered with it (nothing else sets a timer of its own), and `Wakes`, which begin it before its time. */
@Global()
@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [Leases, Sweeper, Wakes],
  exports: [Sweeper, Wakes],
})
export class JobsModule {}
