import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { UUID } from '../ids';
import { NO_ID } from './field-rules';

/** `POST /api/<resource>/{id}/reassign`: whatever uses the record uses this one from then on. */
export class ReassignTo {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'The record that takes its place.' })
  @Matches(UUID, NO_ID)
  to: string;
}

export class ReassignedDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { trainings: 12, categories: 1 },
    description: 'How many of what were moved.',
  })
  moved: Record<string, number>;
}
