import { Global, Module } from '@nestjs/common';
import { LiveAudience } from './live-audience';
import { LiveBus } from './live-bus';
import { LiveEvents } from './live-events';
import { LiveSlots } from './live-slots';
import { LiveStreams } from './live-streams';
import { LiveController } from './live.controller';

/** Exports `LiveEvents`: what goes on, and no change of a record, is told by `publish`. */
@Global()
@Module({
  controllers: [LiveController],
  providers: [LiveBus, LiveEvents, LiveStreams, LiveSlots, LiveAudience],
  exports: [LiveEvents],
})
export class LiveModule {}
