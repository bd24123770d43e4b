import { ApiProperty } from '@nestjs/swagger';
import { customers } from '../contract/customers.resource';
import { rowDto } from '../platform/definitions/dto';

export class ChangedCustomerDto extends rowDto(customers) {
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: null,
    description: 'Where the link went with which a new e-mail or user name is confirmed.',
  })
  confirmation_sent_to: string | null;
}
