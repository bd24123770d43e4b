import { ApiProperty } from '@nestjs/swagger';
import { auditEvents, type OmittedCounts } from '../../contract/audit-events.resource';
import { rowDto } from '../../common/rest/dto';

export class AuditEventRowDto extends rowDto(auditEvents) {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'Values before the change; secrets are masked.',
    example: { first_name: 'Asha' },
  })
  was: Record<string, unknown> | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'Values after the change; secrets are masked.',
    example: { first_name: 'Aisha' },
  })
  became: Record<string, unknown> | null;

  @ApiProperty({
    type: 'object',
    properties: Object.fromEntries(
      ['was', 'became'].map((side) => [side, { type: 'object', additionalProperties: { type: 'integer' } }]),
    ),
    nullable: true,
    description:
      'Only in lists, for large events: by name, how many entries or characters of `was` and `became` are left out. A single event contains all of them.',
    example: { was: { skill_target: 312 }, became: {} },
  })
  left_out: OmittedCounts | null;
}

export class AuditEventAnswerDto extends AuditEventRowDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Names of the records that `was` and `became` refer to, by id.',
    example: { '019aa1c8-65d3-7a4e-8d25-3f6a0c6a9a11': 'Weld shop' },
  })
  names: Record<string, string>;
}
