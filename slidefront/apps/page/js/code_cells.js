// Boards of tiles and graphs of up to 16 cells as two words for the two-way search: eight cells each, four bits a cell.

function labelAt(high, low, cell) {
  return (cell < 8 ? high >>> (28 - 4 * cell) : low >>> (60 - 4 * cell)) & 15;
}

export class CellCoder {
  constructor(rules) {
    const { goal, holes } = rules.description;
    this.cells = goal.length;
    this.bits = BigInt(rules.description.cellBits);
    this.movesAt = Array.from({ length: goal.length }, () => []);
    holes.forEach((cells, anchor) => (this.movesAt[Math.min(...cells)] = rules.movesAt[anchor]));
    const widest = Math.max(...this.movesAt.map((list) => list.length));
    this.nearHigh = new Int32Array(widest);
    this.nearLow = new Int32Array(widest);
    this.goals = [this.words(goal)];
  }

  words(board) {
    let [high, low] = [0, 0];
    board.forEach((label, cell) => {
      if (cell < 8) high |= label << (28 - 4 * cell);
      else low |= label << (60 - 4 * cell);
    });
    return [high, low];
  }

  key(high, low) {
    let key = 0n;
    for (let cell = 0; cell < this.cells; cell++) {
      key = (key << this.bits) | BigInt(labelAt(high, low, cell));
    }
    return key;
  }

  solved(high, low) {
    return high === this.goals[0][0] && low === this.goals[0][1];
  }

  movesOf(high, low) {
    let cell = 0;
    while (labelAt(high, low, cell) !== 0) cell++;
    return this.movesAt[cell];
  }

  // Writes the boards that a move leads to; tells how many there are.
  expand(high, low) {
    const moves = this.movesOf(high, low);
    for (let one = 0; one < moves.length; one++) {
      let [afterHigh, afterLow] = [high, low];
      for (const [from] of moves[one].carries) {
        if (from < 8) afterHigh &= ~(15 << (28 - 4 * from));
        else afterLow &= ~(15 << (60 - 4 * from));
      }
      for (const [from, to] of moves[one].carries) {
        const label = labelAt(high, low, from);
        if (to < 8) afterHigh = (afterHigh & ~(15 << (28 - 4 * to))) | (label << (28 - 4 * to));
        else afterLow = (afterLow & ~(15 << (60 - 4 * to))) | (label << (60 - 4 * to));
      }
      this.nearHigh[one] = afterHigh;
      this.nearLow[one] = afterLow;
    }
    return moves.length;
  }
}
