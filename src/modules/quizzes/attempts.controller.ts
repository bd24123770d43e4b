import { Body, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiParam } from '@nestjs/swagger';
import { attempts } from '../../contract/attempts.resource';
import { ApiRow } from '../../infrastructure/rest/api-list';
import { IdParam } from '../../common/rest/id-param';
import { Allow, AllowWhenExpired, CurrentTenant, DryRun } from '../../tenancy/access.decorators';
import { createReadController, ResourceController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { AttemptFinishService } from './attempt-finish.service';
import { AttemptStartService } from './attempt-start.service';
import { Attempt } from './attempt.entity';
import {
  AnswerWrite,
  AttemptRowDto,
  AttemptSheetDto,
  AttemptStartBody,
  AttemptVoidedDto,
  AttemptVoidWrite,
  SavedDto,
} from './attempts.dto';
import { AttemptsService } from './attempts.service';
import { VoidAttemptService } from './void-attempt.service';

@ResourceController(Attempt)
export class AttemptsController extends createReadController(Attempt, AttemptsService, { row: AttemptRowDto }) {
  constructor(
    attempts: AttemptsService,
    private readonly startService: AttemptStartService,
    private readonly finishService: AttemptFinishService,
    private readonly voidService: VoidAttemptService,
  ) {
    super(attempts);
  }

  /** Questions, saved answers and the server time; after the end the review, by the policy of the quiz. */
  @Get(':id')
  @Allow(...attempts.read)
  @ApiRow(AttemptSheetDto)
  override one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.service.sheet(tenant, id);
  }

  /** Starts an attempt at the quiz of the training, or continues the running one. The training must be assigned. */
  @Post()
  @HttpCode(200)
  @Allow('admin', 'user')
  @AllowWhenExpired('a running attempt is continued; a new one is refused by the service')
  @ApiRow(AttemptSheetDto)
  start(@CurrentTenant() tenant: Tenant, @Body() body: AttemptStartBody) {
    return this.startService.startOrContinue(tenant, body.training_id);
  }

  /** Saves an answer. 409 `answer_outdated`: a newer one is saved; `attempt_over`: too late. */
  @Put(':id/answers/:slot')
  @Allow('admin', 'user')
  @AllowWhenExpired('finishing a running attempt')
  @ApiParam({ name: 'slot', schema: { type: 'integer', minimum: 1 } })
  @ApiOkResponse({ type: SavedDto })
  answer(
    @CurrentTenant() tenant: Tenant,
    @IdParam() id: string,
    @Param('slot') slot: string,
    @Body() body: AnswerWrite,
  ) {
    return this.service.answer(tenant, id, Number(slot), body);
  }

  /** Ends and grades the attempt, idempotently; after the deadline with the answers saved in time. */
  @Post(':id/submit')
  @HttpCode(200)
  @Allow('admin', 'user')
  @AllowWhenExpired('finishing a running attempt')
  @ApiRow(AttemptSheetDto)
  submit(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.finishService.submit(tenant, id);
  }

  /**
   * Voids the attempt, which then uses up no try. If it completed the assignment, the evidence is voided and the
   * assignment reopened, unless another pass completes the cycle or a later cycle followed. Repeated calls return the
   * same.
   */
  @Post(':id/void')
  @HttpCode(200)
  @Allow('admin')
  @DryRun()
  @ApiOkResponse({ type: AttemptVoidedDto })
  void(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: AttemptVoidWrite) {
    return this.voidService.void(tenant, id, body.reason);
  }
}
