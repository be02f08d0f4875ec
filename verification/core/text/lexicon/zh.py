"""Chinese, simplified and traditional: the words whose change changes what a sentence says.

No space parts the words, so the tokens are cut by these tables: `KEPT_WHOLE` keeps words whole in which a
negation, a number or a unit is only a syllable (非常 is "very"). Units that are everyday syllables count
only behind a number. The endings by which Japanese negates are here too, as the script is the same.
"""

from __future__ import annotations

from verification.core.text.lexicon.entry import lexicon

NUMERALS = "零〇一二两兩三四五六七八九十百千万萬亿億半"

KEPT_WHOLE = """
    一些 一起 一定 一般 一样 一樣 一直 一旦 一切 一方 一致 统一 統一 唯一 之一 进一步 進一步 万一 萬一
    非常 无论 無論 未来 未來 没收 沒收 不过 不過 不断 不斷 不仅 不僅 不但 不少 不久 无线 無線
    功能 能力 能源 性能 智能 职能 職能 技能 能量 许可 許可 认可 認可 可靠
    ます ました 少ない 少なく 危ない 危なく
"""

LEXICON = lexicon(
    "zh",
    negations="""
        不 没 沒 没有 沒有 无 無 未 非 勿 莫 否 毋 毫不 从不 從不 从未 從未 绝不 絕不 并非 並非 不是 不得 不能
        不可 不可能 不会 不含 不應 不应 不必 不可以 不应该 不應該 不能够 不能夠 不需要 不需
        ない なく なかった ません ませんでした
    """,
    modals={
        "must": "必须 必須 须 須 务必 務必 不得 必需",
        "should": "应 應 应当 應當 应该 應該 不应 不應 不应该 不應該",
        "may": "可 可以 得以 不可 不可以",
        "can": "能 能够 能夠 不能 不能够 不能夠",
        "might": "可能 也许 也許 或许 或許",
        "need": "需 需要 不需 不需要 不必",
        "will": "会 將會 将会 不会",
    },
    numbers={
        **{str(value): numeral for value, numeral in enumerate("零一二三四五六七八九十")},
        "2": "二 两 兩",
        "100": "百 一百",
        "1000": "千 一千",
        "10000": "万 萬 一万 一萬",
        "1000000": "百万 百萬",
        "100000000": "亿 億 一亿 一億",
        "1000000000": "十亿 十億",
        "1/2": "半 一半",
        "2x": "两倍 兩倍 双倍 雙倍",
        "3x": "三倍",
    },
    units={
        "%": "百分之 百分比",
        "point": "百分点 百分點 个百分点 個百分點",
        "second": "秒 秒钟 秒鐘",
        "minute": "分钟 分鐘",
        "hour": "小时 小時 钟头 鐘頭",
        "working day": "工作日 个工作日 個工作日",
        "calendar day": "自然日 个自然日 日历日",
        "day": "天 日",
        "week": "周 週 星期 礼拜 禮拜",
        "month": "月 个月 個月 月份",
        "quarter year": "季度",
        "year": "年 年度",
        "century": "世纪 世紀",
        "mm": "毫米",
        "cm": "厘米 公分",
        "m": "米 公尺",
        "km": "公里 千米",
        "mi": "英里 哩",
        "ft": "英尺 呎",
        "in": "英寸 吋",
        "mg": "毫克",
        "g": "克 公克",
        "kg": "公斤 千克",
        "jin": "斤",
        "t": "吨 噸",
        "lb": "磅 英镑磅",
        "l": "升 公升",
        "ml": "毫升",
        "ha": "公顷 公頃",
        "mu": "亩 畝",
        "square": "平方米 平方公里 平方公尺",
        "cubic": "立方米",
        "°": "度",
        "°c": "摄氏度 攝氏度 摄氏 攝氏",
        "°f": "华氏度 華氏度 华氏 華氏",
        "cny": "元 人民币 人民幣",
        "usd": "美元 美金",
        "eur": "欧元 歐元",
        "gbp": "英镑 英鎊",
        "jpy": "日元 日圆 日圓",
        "hkd": "港元 港币 港幣",
        "kw": "千瓦",
        "mw": "兆瓦",
        "w": "瓦",
    },
    opposites="""
        允许/禁止 允許/禁止 启用/禁用 啟用/停用 启用/停用 开启/关闭 開啟/關閉 打开/关闭 接受/拒绝 接受/拒絕
        批准/拒绝 批准/拒絕 批准/否决 同意/反对 同意/反對 同意/拒绝 增加/减少 增加/減少 增长/下降 增長/下降
        上升/下降 上涨/下跌 上漲/下跌 提高/降低 盈利/亏损 盈利/虧損 利润/亏损 多于/少于 高于/低于 高於/低於
        大于/小于 大於/小於 以上/以下 最高/最低 最多/最少 至少/至多 至少/最多 之前/之后 之前/之後 以前/以后
        开始/结束 開始/結束 总是/从不 總是/從不 全部/部分 所有/没有 有效/无效 有效/無效 合法/非法 合法/违法
        合法/違法 可能/不可能 公开/保密 公共/私人 内部/外部 買方/賣方 买方/卖方 甲方/乙方 出租人/承租人
        债权人/债务人 原告/被告 必须/可以 强制/自愿 免费/收费 免費/收費 包括/不包括 包含/不含 成功/失败
        成功/失敗 进口/出口 進口/出口 正/负 好/坏 大/小 高/低 长/短 快/慢 新/旧 左/右 东/西 南/北 有/无 有/無
        有/没有 安全/危险 临时/永久
    """,
    limits="只 仅 僅 只有 只能 仅限 僅限 仅能 始终 始終 所有 全部 每 部分",
    provisos="""
        除非, 除了, 除外, 除, 但是, 但, 然而, 不过, 不過, 如果, 若, 只要, 只有, 直到, 直至, 前提是, 仅当, 僅當,
        如, 例外, 倘若, 假如
    """,
)
