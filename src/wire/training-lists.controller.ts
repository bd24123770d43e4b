import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { WIRE } from '../contract/wire-messages';
import { AppError } from '../platform/errors/app-error';
import { StaffUnknown } from '../staff/staff.errors';
import { Allow, CurrentTenant } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { AssignmentsService } from '../trainings/assignments.service';
import { CategoryUnknown, TrainingUnknown } from '../trainings/training.errors';
import { succeeded } from './envelope';
import { TrainingListByC, TrainingListByT } from './training-lists.dto';
import { WireController } from './wire-call';

@WireController('S_QUIZ_PLAY_DETAILS')
export class TrainingListsController {
  constructor(private readonly assignments: AssignmentsService) {}

  /** All ids are checked, all or nothing, at most 1,000 pairs; asking twice is safe. */
  @Post('SaveTrainingListByT')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Assign trainings to staff' })
  async byTraining(@CurrentTenant() tenant: Tenant, @Body() body: TrainingListByT) {
    return succeeded(WIRE.list_saved, await unknownIsMissing(this.assignments.assign(tenant, body)));
  }

  /** All published trainings of the categories and of those below them, each pair once, at most 1,000 pairs. */
  @Post('SaveTrainingListByC')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Assign the trainings of categories to staff' })
  async byCategory(@CurrentTenant() tenant: Tenant, @Body() body: TrainingListByC) {
    return succeeded(WIRE.list_saved, await unknownIsMissing(this.assignments.assignCategories(tenant, body)));
  }
}

/** On the wire an unknown or foreign id answers 404 (contract.md, Status codes on the wire), where REST marks the field. */
async function unknownIsMissing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const unknown =
      error instanceof StaffUnknown || error instanceof TrainingUnknown || error instanceof CategoryUnknown;
    if (!unknown) throw error;
    const [message = error.message] = Object.values(error.errors ?? {})
      .flat()
      .map((reason) => reason.message);
    throw new AppError({ kind: 'missing', code: 'not_found', message });
  }
}
