import { MOST_OF_TENANT, MOST_SOCKETS, SendingPlaces } from './sending-places.js';

describe('the places of requests (A-449)', () => {
  it('are 8 of a tenant, and 32 of all', () => {
    const places = new SendingPlaces();
    expect(places.takeSockets('A')).toBe(MOST_OF_TENANT);
    expect(places.takeSockets('A')).toBe(0);
    let taken = MOST_OF_TENANT;
    for (let i = 0; i < 40; i += 1) taken += places.takeSockets(`${i}`);
    expect([taken, places.isFull]).toEqual([MOST_SOCKETS, true]);
    places.leaveSocket('A');
    expect([places.isFull, places.takeSockets('B')]).toEqual([false, 1]);
  });

  it('leave some for others, though three tenants have as many as they may', () => {
    const places = new SendingPlaces();
    expect(['A', 'B', 'C', 'D', 'E', 'F'].map((tenant) => places.takeSockets(tenant))).toEqual([8, 8, 8, 4, 2, 1]);
    expect(places.isFull).toBe(false);
  });

  it('count the deliveries under way of an endpoint, and forget an endpoint that has none', () => {
    const places = new SendingPlaces();
    places.openLane('e');
    places.openLane('e');
    places.closeLane('e');
    expect([places.lanesOf('e'), places.lanesOf('f')]).toEqual([1, 0]);
    places.closeLane('e');
    expect((places as unknown as { lanes: Map<string, number> }).lanes.size).toBe(0);
  });
});
