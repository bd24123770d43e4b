import { Global, Module } from '@nestjs/common';
import { LiveAudienceService } from './live-audience.service';
import { LiveBus } from './live-bus';
import { LiveEventsService } from './live-events.service';
import { LiveStreamSlotsService } from './live-stream-slots.service';
import { LiveStreamsService } from './live-streams.service';
import { LiveController } from './live.controller';

@Global()
@Module({
  controllers: [LiveController],
  providers: [LiveBus, LiveEventsService, LiveStreamsService, LiveStreamSlotsService, LiveAudienceService],
  exports: [LiveEventsService],
})
export class LiveModule {}
