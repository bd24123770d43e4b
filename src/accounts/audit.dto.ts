import { ApiProperty } from '@nestjs/swagger';
import { auditEvents } from '../contract/audit-events.resource';
import { rowDto } from '../platform/definitions/dto';

export class AuditEventRowDto extends rowDto(auditEvents) {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The facts before; secrets are masked.',
    example: { first_name: 'Asha' },
  })
  was: Record<string, unknown> | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The facts after; secrets are masked.',
    example: { first_name: 'Aisha' },
  })
  became: Record<string, unknown> | null;
}

export class AuditEventToldDto extends AuditEventRowDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'What the records are called that `was` and `became` refer to, by id.',
    example: { '019aa1c8-65d3-7a4e-8d25-3f6a0c6a9a11': 'Weld shop' },
  })
  names: Record<string, string>;
}
